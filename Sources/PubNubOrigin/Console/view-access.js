// Access: grants, tokens, and why a call was refused.

import { action } from './actions.js';
import { button, checkbox, empty, fill, formatted, h, labelled, moment, namesIn, select, table } from './dom.js';
import { tree } from './tree.js';

const RIGHTS = ['read', 'write', 'manage', 'delete', 'get', 'update', 'join'];
const KINDS = { application: 'everything', channel: 'channel', group: 'group', user: 'user' };

/** A table of the rights that a token gives. A pattern is a regular expression for names. */
function tokenRights({ resources, patterns }) {
    const rows = [[resources, ''], [patterns, ' pattern']].flatMap(([permissions, suffix]) => Object.entries({ channel: permissions.channels, group: permissions.groups, user: permissions.users })
        .flatMap(([kind, names]) => Object.entries(names).map(([name, rights]) => [`${kind}${suffix}`, h('span.cut', { title: name }, name), rights.join(', ')])));
    return rows.length === 0 ? h('p.muted', {}, 'It gives no rights.') : table([{ label: 'Kind' }, { label: 'Name', kind: 'name' }, { label: 'Rights' }], rows, { label: 'Rights of the token' });
}

export function createAccess(app) {
    const channels = h('input', { name: 'channels', autocomplete: 'off', spellcheck: 'false', value: 'chat', placeholder: 'chat, news.*' });
    const groups = h('input', { name: 'groups', autocomplete: 'off', spellcheck: 'false' });
    const users = h('input', { name: 'users', autocomplete: 'off', spellcheck: 'false' });
    const keys = h('input', { name: 'keys', autocomplete: 'off', spellcheck: 'false' });
    const ttl = h('input', { name: 'ttl', type: 'number', min: 0, max: 525_600, value: 60, required: true });
    const boxes = RIGHTS.map((name) => checkbox(name, { checked: name === 'read', name: `right-${name}` }));
    const list = h('div.result');
    const note = h('p.warning', { hidden: true });
    const kind = select([['channel', 'Channel'], ['group', 'Group'], ['user', 'User']], { name: 'check-kind' });
    const target = h('input', { name: 'check-target', required: true, value: 'chat', autocomplete: 'off', spellcheck: 'false' });
    const key = h('input', { name: 'check-key', autocomplete: 'off', spellcheck: 'false' });
    const answer = h('div.answer', { 'aria-live': 'polite' });
    const token = h('textarea', { name: 'token', rows: 4, required: true, spellcheck: 'false', autocomplete: 'off' });
    const parsed = h('div.answer', { 'aria-live': 'polite' });

    const keyset = () => app.context.subscribeKey;

    async function load() {
        let found;
        try {
            found = await app.admin.call(`/v1/access?subscribeKey=${encodeURIComponent(keyset())}&limit=200`);
        } catch (error) {
            fill(list, empty('The grants cannot be listed', error.message));
            return;
        }
        note.hidden = found.isEnforced;
        note.textContent = 'The access manager of this keyset is off: every client may do everything, and grants have no effect. Start the server with --access-manager to try it.';
        if (found.grants.length === 0) {
            fill(list, empty('No grants', found.isEnforced ? 'All access is denied. Grant the first right above.' : 'No rights are needed.'));
            return;
        }
        const rows = found.grants.flatMap((grant) => [
            ...(grant.everyone ? [[grant.on, 'every client', grant.everyone]] : []),
            ...grant.keys.map((entry, index) => [grant.on, `key ${index + 1} of ${grant.keys.length}`, entry]),
        ]).map(([on, whom, { rights, minutesLeft }]) => [h('span.badge', {}, KINDS[on.kind]), h('span.cut', { title: on.name ?? '' }, on.name ?? ''), whom,
            ...RIGHTS.map((name) => (rights.includes(name) ? h('span.yes', { role: 'img', 'aria-label': `may ${name}` }, '✓') : h('span.absent', { role: 'img', 'aria-label': `may not ${name}` }, '·'))), minutesLeft === null ? 'for ever' : `${formatted(minutesLeft)} min`]);
        fill(list, table([{ label: 'Kind' }, { label: 'Name', kind: 'name' }, { label: 'For' }, ...RIGHTS.map((label) => ({ label, kind: 'mark' })), { label: 'Left', kind: 'number' }], rows, { label: 'Grants' }),
            found.total > found.grants.length ? h('p.muted', {}, `The first ${found.grants.length} of ${formatted(found.total)} targets.`) : null);
    }

    async function change(rights) {
        if (app.isReadOnly) return app.notice('The console is read-only.', 'error');
        const names = { channels: namesIn(channels.value), groups: namesIn(groups.value), keys: namesIn(keys.value) };
        app.show(action(rights.length ? 'grant' : 'revoke'), { ...names, users: namesIn(users.value), ttl: Number(ttl.value), ...Object.fromEntries(RIGHTS.map((name) => [name, rights.includes(name)])) });
        await app.admin.call('/v1/grant', { method: 'POST', body: { subscribeKey: keyset(), ...names, users: namesIn(users.value), ttl: Number(ttl.value), ...Object.fromEntries(rights.map((name) => [name, true])) } });
        app.notice(rights.length ? 'Granted.' : 'Revoked.');
        await load();
    }

    const grantForm = h('form.card', { onsubmit: app.handler(() => change(RIGHTS.filter((_, index) => boxes[index].input.checked))) }, h('h2', {}, 'Grant'),
        h('p.muted', {}, 'The server signs the grant; the secret key does not leave it. Without names the grant is on the whole keyset.'), note,
        h('div.grid', {}, labelled('Channels', channels), labelled('Groups', groups), labelled('Users', users), labelled('Authorization keys', keys, { hint: 'Empty: every client.' }), labelled('Minutes', ttl, { hint: '0: for ever.' })),
        h('div.checks', { role: 'group', 'aria-label': 'Rights' }, boxes), h('div.actions', {}, h('button.primary', { type: 'submit' }, 'Grant'), button('Revoke', app.handler(() => change([])), { name: 'revoke' })));
    const checkForm = h('form.card', {
        onsubmit: app.handler(async () => {
            app.show(action('checkAccess'), { kind: kind.value, channel: target.value, key: key.value });
            const found = await app.admin.call('/v1/access/check', { method: 'POST', body: { subscribeKey: keyset(), [kind.value]: target.value, ...(key.value ? { key: key.value } : {}) } });
            const name = h('strong', {}, target.value);
            const verdict = !found.isEnforced ? ['The access manager is off, so a 403 has another cause: App Context may be off, or a quota is used up.']
                : found.rights.length === 0 ? ['No grant covers ', name, ' for this client, so every call on it is refused with 403.']
                    : ['The client may ', h('strong', {}, found.rights.join(', ')), ' on ', name, '.', found.missing.length ? [' Calls that need ', h('strong', {}, found.missing.join(', ')), ' are refused with 403.'] : null];
            fill(answer, h('p', {}, verdict), found.grants.length ? h('ul', {}, found.grants.map((grant) => h('li', {}, `${grant.grant.rights.join(', ')} on ${KINDS[grant.on.kind]} ${grant.on.name ?? ''} for ${grant.isForKey ? 'this key' : 'every client'}, ${grant.grant.minutesLeft === null ? 'for ever' : `${grant.grant.minutesLeft} min left`}`))) : null);
        }),
    }, h('h2', {}, 'Why was this 403?'), h('div.grid', {}, labelled('On', kind), labelled('Name', target), labelled('Authorization key', key, { hint: 'Empty: a client without one.' })), h('div.actions', {}, h('button.primary', { type: 'submit' }, 'Check')), answer);
    const tokenForm = h('form.card', {
        onsubmit: app.handler(async () => {
            const found = await app.admin.call('/v1/token/parse', { method: 'POST', body: { token: token.value.trim() } });
            const end = (found.issued + found.ttl * 60) * 1000;
            fill(parsed, h('p', {}, `Issued ${moment(found.issued * 1000)}, valid for ${formatted(found.ttl)} min, `, h('strong', {}, end > Date.now() ? `until ${moment(end)}` : `expired ${moment(end)}`), found.user ? `, for the user ${found.user} only` : ', for any user', '.'),
                tokenRights(found), Object.keys(found.meta).length ? h('div.value', {}, tree(found.meta, 'meta')) : null);
        }),
    }, h('h2', {}, 'Read an access token'), h('p.muted', {}, 'Shows what the token says. Its signature is not checked.'), labelled('Token', token), h('div.actions', {}, h('button.primary', { type: 'submit' }, 'Read')), parsed);
    app.addEventListener('settings', () => { fill(answer); });
    const element = h('div.view', {}, h('div.view-head', {}, h('h1', {}, 'Access'), button('Refresh', app.handler(load), { symbol: 'refresh' })), h('div.columns.wide-first', {},
        h('div.stack', {}, grantForm, h('section.card', { 'aria-labelledby': 'grants-title' }, h('h2', { id: 'grants-title' }, 'Grants'), list)), h('div.stack', {}, checkForm, tokenForm)));
    return { element, show: () => load() };
}
