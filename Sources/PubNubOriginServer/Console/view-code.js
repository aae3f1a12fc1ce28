// All calls: every action of the table with its fields, as code, and its response.

import { action, actions, defaults } from './actions.js';
import { codeForms } from './code-forms.js';
import { button, checkbox, fill, h, icon, labelled, namesIn, select } from './dom.js';
import { jsonEditor } from './editor.js';
import { tree } from './tree.js';

export function createCode(app) {
    const chosen = { entry: actions[0], read: () => ({}) };
    const content = h('div.call');
    const search = h('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search the calls', autocomplete: 'off', oninput: () => drawList() });
    const list = h('div.call-list');

    function drawList() {
        const words = search.value.trim().toLowerCase();
        const found = actions.filter(({ title, summary, group, id }) => `${title} ${summary} ${group} ${id}`.toLowerCase().includes(words));
        const groups = [...new Set(found.map(({ group }) => group))];
        fill(list, found.length === 0 ? h('p.muted', {}, 'No call has this word.') : groups.map((group) => h('section', {}, h('h2.list-title', {}, group), h('ul.items', {}, found.filter((entry) => entry.group === group).map((entry) => h('li', {},
            h('button.item', { type: 'button', 'aria-pressed': String(entry === chosen.entry), data: { call: entry.id }, onclick: () => open(entry) }, h('span', {}, entry.title))))))));
    }

    /** A control for a field, with the function that reads it. */
    function control(field) {
        if (field.kind === 'flag') {
            const box = checkbox(field.label, { checked: field.value, name: field.name });
            return { element: box, read: () => box.input.checked, input: box.input };
        }
        if (field.kind === 'json') {
            const editor = jsonEditor({ value: field.value === null ? undefined : field.value, rows: 4, isOptional: field.optional, allowsText: !field.optional, name: field.name });
            return { element: h('div.wide', {}, labelled(field.label, editor.area), editor.state), read: editor.value, input: editor.area };
        }
        if (field.kind === 'choice') {
            const menu = select(field.choices, { value: field.value, name: field.name });
            return { element: labelled(field.label, menu), read: () => menu.value, input: menu };
        }
        const isNumber = field.kind === 'number';
        const input = h('input', {
            name: field.name, type: isNumber ? 'number' : 'text', min: field.minimum, max: field.maximum, pattern: field.pattern, required: !field.optional, autocomplete: 'off', spellcheck: 'false',
            value: field.kind === 'names' ? field.value.join(', ') : field.value,
        });
        const read = { names: () => namesIn(input.value), number: () => (input.value === '' ? '' : Number(input.value)) }[field.kind] ?? (() => input.value);
        return { element: labelled(field.label, input), read, input };
    }

    function open(entry, values = defaults(entry)) {
        chosen.entry = entry;
        for (const item of list.querySelectorAll('.item')) item.setAttribute('aria-pressed', String(item.dataset.call === entry.id));
        const controls = entry.fields.map((field) => ({ name: field.name, ...control({ ...field, value: values[field.name] ?? field.value }) }));
        const code = h('div');
        const response = h('div.response', { 'aria-live': 'polite' });
        chosen.read = () => Object.fromEntries(controls.map(({ name, read }) => [name, read()]));
        const drawCode = () => {
            const current = chosen.read();
            // A value that is being written may be no JSON.
            if (Object.values(current).includes(undefined)) return;
            try {
                fill(code, codeForms(app, entry, current));
            } catch {
                fill(code, h('p.muted', {}, 'The values do not make a call yet.'));
            }
        };
        for (const { input } of controls) input.addEventListener('input', drawCode);
        chosen.draw = drawCode;
        const run = h('form', {
            onsubmit: app.handler(async () => {
                const current = chosen.read();
                if (Object.values(current).includes(undefined)) return;
                fill(response, h('p.muted', {}, 'Waiting for the response…'));
                try {
                    const { status, body, milliseconds } = await app.perform(entry.id, current);
                    fill(response, h('div.card-head', {}, h('h2', {}, 'Response'), h('span.muted', {}, `${status} · ${milliseconds.toFixed(1)} ms`)), h('div.value', {}, tree(body)));
                } catch (error) {
                    const { status, body, text } = error;
                    fill(response, h('div.card-head', {}, h('h2', {}, 'Response'), h('span.muted', {}, status ? `${status}` : 'none')), h('p.wrong', {}, error.message), body ? h('div.value', {}, tree(body)) : text ? h('pre.raw', { tabindex: '0' }, text) : null);
                    if (!status) throw error;
                }
            }),
        }, controls.length ? h('div.grid', {}, controls.map(({ element }) => element)) : h('p.muted', {}, 'The call has no parameters.'),
        h('div.actions', {}, entry.isStream ? button('Open the view Live', () => { location.hash = '#live'; }) : h('button.primary', { type: 'submit' }, icon('play'), h('span', {}, 'Run')), entry.isChange ? h('span.muted', {}, 'changes the server') : null));
        fill(content, h('section.card', { 'aria-labelledby': 'call-title' }, h('h2', { id: 'call-title' }, entry.title), h('p.muted', {}, entry.summary), run), h('section.card', { 'aria-label': 'The call as code' }, code), response.childElementCount ? response : h('section.card.response-box', {}, response));
        drawCode();
    }

    drawList();
    open(actions[0]);
    app.addEventListener('settings', () => chosen.draw?.());
    const element = h('div.view', {}, h('div.view-head', {}, h('h1', {}, 'All calls'), h('span.muted', {}, `${actions.length} calls, each as a URL, for curl and pubnub, and in Swift`)), h('div.columns.list-first', {}, h('section.card.call-box', { 'aria-label': 'Calls' }, search, list), content));
    return {
        element,
        show: (query) => {
            const entry = query.get('call') ? action(query.get('call')) : null;
            if (entry) open(entry);
        },
    };
}
