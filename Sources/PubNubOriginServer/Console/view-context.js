// App Context: users, channels and memberships, with a builder for filters.

import { button, empty, fill, formatted, h, labelled, namesIn, select, table } from './dom.js';
import { stringify } from './encoding.js';
import { jsonEditor } from './editor.js';

const PARTS = [
    { id: 'users', title: 'Users', list: 'listUsers', get: 'getUser', set: 'setUser', remove: 'removeUser', fields: ['id', 'name', 'externalId', 'email', 'profileUrl', 'status', 'type', 'updated'] },
    { id: 'channels', title: 'Channels', list: 'listChannels', get: 'getChannel', set: 'setChannel', remove: 'removeChannel', fields: ['id', 'name', 'description', 'status', 'type', 'updated'] },
    { id: 'memberships', title: 'Memberships', fields: ['channel.id', 'channel.name', 'status', 'type', 'updated'] },
];
const OPERATORS = [['==', 'is'], ['!=', 'is not'], ['LIKE', 'is like (* stands for anything)'], ['>', 'is above'], ['<', 'is below'], ['>=', 'is at least'], ['<=', 'is at most']];

/** A filter expression for conditions `{field, operator, value}`. */
export function filterOf(conditions, join) {
    return conditions.filter(({ value }) => value !== '').map(({ field, operator, value }) => `${field} ${operator} '${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`).join(join === 'any' ? ' || ' : ' && ');
}

export function createContext(app) {
    let part = PARTS[0];
    let start = '';
    let conditions = [];
    const tabs = h('div.tabs', { role: 'tablist', 'aria-label': 'Parts of App Context' });
    const user = h('input', { name: 'user', required: true, value: 'ann', autocomplete: 'off', spellcheck: 'false' });
    const userField = labelled('User', user);
    const rows = h('div.conditions');
    const join = select([['all', 'all of these'], ['any', 'any of these']], { name: 'join', onchange: () => drawFilter() });
    const filter = h('input', { name: 'filter', autocomplete: 'off', spellcheck: 'false', placeholder: "name LIKE 'A*'" });
    const sort = h('input', { name: 'sort', autocomplete: 'off', spellcheck: 'false', placeholder: 'updated:desc' });
    const result = h('div.result');
    const place = h('span.muted', { 'aria-live': 'polite' });
    const next = button('Next page', app.handler(() => load({ from: next.dataset.cursor })), { name: 'next', hidden: true });
    const id = h('input', { name: 'id', required: true, maxlength: '184', autocomplete: 'off', spellcheck: 'false' });
    const name = h('input', { name: 'name', autocomplete: 'off', spellcheck: 'false' });
    const custom = jsonEditor({ value: {}, rows: 3, isOptional: true, name: 'custom' });
    const joined = h('input', { name: 'joined', required: true, autocomplete: 'off', spellcheck: 'false', placeholder: 'chat, lobby' });
    const side = h('div.stack');

    function choose(chosen) {
        part = chosen;
        start = '';
        conditions = [];
        filter.value = '';
        sort.value = '';
        for (const tab of tabs.children) {
            const isShown = tab.dataset.part === part.id;
            tab.setAttribute('aria-selected', String(isShown));
            tab.tabIndex = isShown ? 0 : -1;
        }
        userField.hidden = part.id !== 'memberships';
        fill(side, part.id === 'memberships' ? joinForm : editForm);
        title.textContent = part.id === 'users' ? 'Set a user' : 'Set a channel';
        drawConditions();
        load().catch((error) => app.fail(error));
    }
    tabs.append(...PARTS.map((entry) => h('button.tab', { type: 'button', role: 'tab', data: { part: entry.id }, onclick: () => choose(entry) }, entry.title)));
    tabs.addEventListener('keydown', (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const chosen = PARTS[(PARTS.indexOf(part) + step + PARTS.length) % PARTS.length];
        choose(chosen);
        tabs.querySelector(`[data-part="${chosen.id}"]`).focus();
    });

    function drawConditions() {
        fill(rows, conditions.map((condition, index) => {
            const change = (key) => (event) => {
                condition[key] = event.target.value;
                drawFilter();
            };
            const field = select(part.fields, { value: condition.field, onchange: change('field') });
            const operator = select(OPERATORS, { value: condition.operator, onchange: change('operator') });
            const value = h('input', { value: condition.value, oninput: change('value'), autocomplete: 'off', 'aria-label': `Value ${index + 1}` });
            field.setAttribute('aria-label', `Field ${index + 1}`);
            operator.setAttribute('aria-label', `Comparison ${index + 1}`);
            return h('div.condition', {}, field, operator, value, button('Remove', () => {
                conditions.splice(index, 1);
                drawConditions();
                drawFilter();
            }, { kind: 'small' }));
        }));
        join.parentElement.hidden = conditions.length < 2;
    }

    function drawFilter() {
        filter.value = filterOf(conditions, join.value);
    }

    async function load({ from = '' } = {}) {
        start = from;
        const values = { filter: filter.value.trim(), sort: sort.value.trim(), limit: 25, start };
        let body;
        try {
            ({ body } = part.id === 'memberships' ? await app.perform('listMemberships', { user: user.value, ...values }) : await app.perform(part.list, values));
        } catch (error) {
            place.textContent = '';
            next.hidden = true;
            fill(result, empty('The list cannot be read', error.message));
            return;
        }
        const data = body.data ?? [];
        place.textContent = `${formatted(data.length)} of ${formatted(body.totalCount ?? data.length)}`;
        next.hidden = data.length < 25 || !body.next;
        next.dataset.cursor = body.next ?? '';
        if (data.length === 0) {
            fill(result, empty('Nothing found', filter.value ? 'No object matches the filter.' : 'There is no metadata yet. Set the first beside this list.'));
            return;
        }
        const columns = part.id === 'memberships' ? [['Channel', 'name'], ['Name', 'name'], ['Status', ''], ['Custom', 'code'], ['Updated', 'date']] : [['Id', 'name'], ['Name', 'name'], [part.id === 'users' ? 'Email' : 'Description', 'name'], ['Custom', 'code'], ['Updated', 'date']];
        fill(result, table([...columns.map(([label, kind]) => ({ label, kind })), { label: 'Actions', kind: 'last' }], data.map((object) => cells(object)), { label: part.title }));
    }

    function cells(object) {
        const target = part.id === 'memberships' ? object.channel ?? {} : object;
        const custom = object.custom ? stringify(object.custom) : '';
        const texts = [target.id, target.name ?? '', part.id === 'memberships' ? object.status ?? '' : part.id === 'users' ? object.email ?? '' : object.description ?? ''];
        return [...texts.map((text) => h('span.cut', { title: text }, text)), h('code.cut', { title: custom }, custom), (object.updated ?? '').slice(0, 16).replace('T', ' '),
            h('div.actions', {}, part.id === 'memberships' ? null : button('Edit', app.handler(() => edit(target.id)), { kind: 'small', 'aria-label': `Edit ${target.id}` }), button('Remove', app.handler(async () => {
                if (part.id === 'memberships') await app.perform('removeMemberships', { user: user.value, channels: [target.id] });
                else await app.perform(part.remove, { id: target.id });
                await load({ from: start });
            }), { kind: 'small', 'aria-label': `Remove ${target.id}` }))];
    }

    async function edit(identifier) {
        const { body } = await app.perform(part.get, { id: identifier });
        id.value = identifier;
        name.value = body.data?.name ?? '';
        custom.area.value = stringify(body.data?.custom ?? {}, 2);
        custom.check();
        name.focus();
    }

    const title = h('h2', {}, 'Set a user');
    const editForm = h('form.card', {
        onsubmit: app.handler(async () => {
            await app.perform(part.set, { id: id.value, name: name.value, custom: custom.value() ?? null });
            app.notice('The metadata is stored.');
            await load({ from: start });
        }),
    }, title, labelled('Id', id), labelled('Name', name), labelled('Custom values', custom.area, { hint: 'A JSON object of strings, numbers and booleans.' }), custom.state, h('div.actions', {}, h('button.primary', { type: 'submit' }, 'Store')));
    const joinForm = h('form.card', {
        onsubmit: app.handler(async () => {
            await app.perform('setMemberships', { user: user.value, channels: namesIn(joined.value) });
            await load();
        }),
    }, h('h2', {}, 'Join channels'), h('p.muted', {}, 'The user above becomes a member of these channels.'), labelled('Channels', joined), h('div.actions', {}, h('button.primary', { type: 'submit' }, 'Join')));
    const listForm = h('form', { onsubmit: app.handler(() => load()) }, h('div.bar-row', {}, userField, labelled('Filter', filter), labelled('Sort', sort), h('div.field.end', {}, h('button.primary', { type: 'submit' }, 'List'),
        button('Add a condition', () => {
            conditions.push({ field: part.fields[1], operator: 'LIKE', value: '' });
            drawConditions();
            rows.querySelector('.condition:last-child input').focus();
        }, { symbol: 'plus' }))), rows, labelled('An object has to match', join));
    join.parentElement.hidden = true;
    userField.hidden = true;
    const element = h('div.view', {}, h('div.view-head', {}, h('h1', {}, 'App Context'), tabs), h('div.columns.wide-first', {}, h('section.card', { 'aria-label': 'Objects' }, listForm, h('div.card-head', {}, place, next), result), side));
    let isFirst = true;
    return {
        element,
        show: () => {
            if (!isFirst) return;
            isFirst = false;
            choose(PARTS[0]);
        },
    };
}
