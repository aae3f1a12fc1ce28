// Access: grants, tokens, and why a call was refused.

import { action, isToken, urlOf } from './actions.js';
import { button, checkbox, copyButton, empty, fill, formatted, h, labelled, moment, namesIn, select, table } from './dom.js';
import { jsonEditor } from './editor.js';
import { tree } from './tree.js';

const RIGHTS = ['read', 'write', 'manage', 'delete', 'get', 'update', 'join'];
const KINDS = { application: 'everything', channel: 'channel', group: 'group', user: 'user' };

/** Why a call with a token is refused, by the state of the token; a valid one is not there. */
const REFUSALS = {
    invalid: 'This keyset did not issue the token, so every call with it is refused with 403.', expired: 'The token has expired, so every call with it is refused with 403.',
    revoked: 'The token is revoked, so every call with it is refused with 403.', otherClient: 'The token is for another user, so it gives this client no right.',
};
const STATES = { valid: ['valid', 'good'], invalid: ['not of this keyset', 'denied'], expired: ['expired', 'denied'], revoked: ['revoked', 'denied'] };

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
    const client = h('input', { name: 'check-client', autocomplete: 'off', spellcheck: 'false' });
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
        fill(note, 'The access manager of this keyset is off: every client may do everything, and grants have no effect. Start the server with ', h('code.flag', {}, '--access-manager'), ' to try it.');
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
            const values = { kind: kind.value, channel: target.value, key: key.value.trim(), client: isToken(key.value.trim()) ? client.value : '' };
            app.show(action('checkAccess'), values);
            const found = await app.admin.call('/v1/access/check', { method: 'POST', body: JSON.parse(urlOf(action('checkAccess'), values, app.context).body) });
            const name = h('strong', {}, target.value);
            const isEnded = found.token !== null && found.token.state in REFUSALS && found.token.state !== 'otherClient';
            const verdict = !found.isEnforced ? ['The access manager is off, so a 403 has another cause: App Context may be off, or a quota is used up.']
                : isEnded ? null
                    : found.rights.length === 0 ? ['No grant covers ', name, ' for this client, so every call on it is refused with 403.']
                        : ['The client may ', h('strong', {}, found.rights.join(', ')), ' on ', name, '.', found.missing.length ? [' Calls that need ', h('strong', {}, found.missing.join(', ')), ' are refused with 403.'] : null];
            const refusal = found.isEnforced && found.token ? REFUSALS[found.token.state] : null;
            const whom = ({ isForKey }) => (!isForKey ? 'every client' : found.token ? 'this token' : 'this key');
            fill(answer, refusal ? h('p', {}, refusal) : null, verdict ? h('p', {}, verdict) : null,
                found.grants.length ? h('ul', {}, found.grants.map((grant) => h('li', {}, `${grant.grant.rights.join(', ')} on ${KINDS[grant.on.kind]}${grant.isPattern ? ' pattern' : ''} ${grant.on.name ?? ''} for ${whom(grant)}, ${grant.grant.minutesLeft === null ? 'for ever' : `${formatted(grant.grant.minutesLeft)} min left`}`))) : null);
        }),
    }, h('h2', {}, 'Why was this 403?'), h('div.grid', {}, labelled('On', kind), labelled('Name', target), labelled('Authorization key or token', key, { hint: 'Empty: a client without one.' }),
        labelled('User', client, { hint: 'With a token: who has it.' })), h('div.actions', {}, h('button.primary', { type: 'submit' }, 'Check')), answer);

    /** Shows what the token in the form says, and whether the keyset accepts it. */
    async function read() {
        const values = { token: token.value.trim() };
        app.show(action('parseToken'), values);
        const found = await app.admin.call('/v1/token/parse', { method: 'POST', body: { ...values, subscribeKey: keyset() } });
        const end = (found.issued + found.ttl * 60) * 1000;
        const [state, mark] = STATES[found.state];
        fill(parsed, h('p', {}, h(`span.badge.${mark}`, {}, state), ` Issued ${moment(found.issued * 1000)}, valid for ${formatted(found.ttl)} min, `, h('strong', {}, end > Date.now() ? `until ${moment(end)}` : `expired ${moment(end)}`), found.user ? `, for the user ${found.user} only` : ', for any user', '.'),
            tokenRights(found), Object.keys(found.meta).length ? h('div.value', {}, tree(found.meta, 'meta')) : null);
    }

    async function revoke() {
        if (!token.reportValidity()) return;
        const values = { token: token.value.trim() };
        if (app.isReadOnly) return app.notice('The console is read-only.', 'error');
        app.show(action('revokeToken'), values);
        await app.admin.call('/v1/token/revoke', { method: 'POST', body: { ...values, subscribeKey: keyset() } });
        app.notice('Revoked.');
        await read();
    }

    const tokenForm = h('form.card', { onsubmit: app.handler(read) }, h('h2', {}, 'Read an access token'),
        h('p.muted', {}, 'Shows what the token says, and whether the keyset accepts it.'), labelled('Token', token), h('div.actions', {}, h('button.primary', { type: 'submit' }, 'Read'), button('Revoke the token', app.handler(revoke))), parsed);
    const issueForm = createIssue(app, (text) => {
        token.value = text;
        return read();
    });
    app.addEventListener('settings', () => {
        fill(answer);
        fill(parsed);
    });
    const element = h('div.view', {}, h('div.view-head', {}, h('h1', {}, 'Access'), button('Refresh', app.handler(load), { symbol: 'refresh' })), h('div.columns.wide-first', {},
        h('div.stack', {}, grantForm, issueForm, h('section.card', { 'aria-labelledby': 'grants-title' }, h('h2', { id: 'grants-title' }, 'Grants'), list)), h('div.stack', {}, checkForm, tokenForm)));
    return { element, show: () => load() };
}

/** The form that issues access tokens. `read(token)` shows the content of one. */
function createIssue(app, read) {
    const input = (name, more = {}) => h('input', { name: `token-${name}`, autocomplete: 'off', spellcheck: 'false', ...more });
    const lists = Object.fromEntries(['channels', 'groups', 'users'].map((name) => [name, input(name, name === 'channels' ? { value: 'chat' } : {})]));
    const texts = Object.fromEntries(['channelPattern', 'groupPattern', 'userPattern', 'user'].map((name) => [name, input(name)]));
    texts.channelPattern.placeholder = '^room-[a-z]+$';
    const minutes = input('ttl', { type: 'number', min: 1, max: 43_200, value: 60, required: true });
    const boxes = Object.fromEntries(RIGHTS.map((name) => [name, checkbox(name, { checked: name === 'read', name: `token-right-${name}` })]));
    const meta = jsonEditor({ rows: 2, isOptional: true, name: 'token-meta' });
    const issued = h('div.answer', { 'aria-live': 'polite' });

    async function issue() {
        const values = {
            ...Object.fromEntries(Object.entries(lists).map(([name, { value }]) => [name, namesIn(value)])), ...Object.fromEntries(Object.entries(texts).map(([name, { value }]) => [name, value.trim()])),
            ...Object.fromEntries(RIGHTS.map((name) => [name, boxes[name].input.checked])), ttl: Number(minutes.value), meta: meta.value(),
        };
        const { body } = await app.perform('grantToken', values);
        const text = h('textarea', { rows: 3, readonly: true, name: 'issued-token' });
        text.value = body.token;
        fill(issued, labelled('The token', text, { hint: 'It gives its rights to any holder. The server does not store it.' }), h('div.actions', {}, copyButton(app, text), button('Read it', app.handler(() => read(body.token)), { kind: 'small' }),
            button('Use it on this page', () => {
                app.configure({ authKey: body.token, ...(body.user ? { userID: body.user } : {}) });
                app.notice('The page uses the token.');
            }, { kind: 'small' })));
    }

    app.addEventListener('settings', () => { if (app.context.authKey === '') fill(issued); });
    return h('form.card', { onsubmit: app.handler(issue) }, h('h2', {}, 'Issue an access token'),
        h('p.muted', {}, 'A token holds rights by name and by pattern, a regular expression that is searched for in names. The server signs it.'),
        h('div.grid', {}, labelled('Channels', lists.channels), labelled('Groups', lists.groups), labelled('Users', lists.users), labelled('Only for the user', texts.user, { hint: 'Empty: any user.' }), labelled('Minutes', minutes, { hint: '1 to 43,200.' }),
            labelled('Channel pattern', texts.channelPattern), labelled('Group pattern', texts.groupPattern), labelled('User pattern', texts.userPattern)),
        h('div.checks', { role: 'group', 'aria-label': 'Rights of the new token' }, Object.values(boxes)),
        h('div', {}, labelled('Further fields', meta.area, { hint: 'A JSON object of strings, numbers and booleans. May be empty.' }), meta.state), h('div.actions', {}, h('button.primary', { type: 'submit' }, 'Issue')), issued);
}
