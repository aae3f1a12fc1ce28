// Elements. Strings become text nodes and never markup, wherever they come from.

import { visible } from './encoding.js';

/**
 * Makes an element.
 *
 * @param {string} tag The name, with classes after dots: `button.small.primary`.
 * @param {object} attributes Attributes; `on…` are listeners, `data` is the data set, `true` and `false` set and leave out.
 * @param {...(Node|string|number|null|Array)} children
 */
export function h(tag, attributes = {}, ...children) {
    const [name, ...classes] = tag.split('.');
    const element = document.createElement(name);
    if (classes.length) element.className = classes.join(' ');
    for (const [key, value] of Object.entries(attributes)) {
        if (value === undefined || value === null || value === false) continue;
        if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
        else if (key === 'data') Object.assign(element.dataset, value);
        else if (key in element && (key === 'value' || key === 'checked' || key === 'disabled' || key === 'hidden')) element[key] = value;
        else element.setAttribute(key, value === true ? '' : value);
    }
    append(element, children);
    return element;
}

function append(element, children) {
    for (const child of children.flat(Infinity)) {
        if (child === null || child === undefined || child === false) continue;
        element.append(child instanceof Node ? child : visible(String(child)));
    }
}

/** Replaces the children of an element. */
export function fill(element, ...children) {
    element.replaceChildren();
    append(element, children);
    return element;
}

/**
 * Replaces the children of an element that is filled again and again. The focus stays on the control with the same label, and tables stay
 * where they were scrolled to.
 */
export function refill(element, ...children) {
    const label = element.contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : null;
    const places = new Map(Array.from(element.querySelectorAll('.scroll'), ({ ariaLabel, scrollLeft }) => [ariaLabel, scrollLeft]));
    fill(element, ...children);
    for (const box of element.querySelectorAll('.scroll')) box.scrollLeft = places.get(box.ariaLabel) ?? 0;
    if (label === null) return;
    Array.from(element.querySelectorAll('[aria-label]')).find((candidate) => candidate.getAttribute('aria-label') === label)?.focus({ preventScroll: true });
}

const SHAPES = {
    live: 'M3 12h4l3-8 4 16 3-8h4', publish: 'M4 12 20 4l-5 16-4-6-7-2Z', presence: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 9c0-3.3 2.7-6 6-6s6 2.7 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5M17.5 14.4c2.1.8 3.5 2.9 3.5 5.6',
    files: 'M6 3h8l5 5v13H6V3Zm8 0v5h5M9 13h6M9 17h6',
    history: 'M12 7v5l3.5 2M3.5 12a8.5 8.5 0 1 0 2.6-6.1M3 4v4h4', registry: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
    context: 'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3Zm0 0v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
    access: 'M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5z', server: 'M4 4h16v6H4zM4 14h16v6H4zM8 7h.01M8 17h.01', faults: 'M12 3 2.5 20h19L12 3Zm0 6v5m0 3h.01',
    code: 'm8 7-5 5 5 5m8-10 5 5-5 5M14 4l-4 16', sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0-6v2m0 16v2M2 12h2m16 0h2M4.9 4.9l1.4 1.4m11.4 11.4 1.4 1.4m0-14.2-1.4 1.4M6.3 17.7l-1.4 1.4',
    moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z', auto: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 0v18', close: 'm6 6 12 12M18 6 6 18', copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
    pause: 'M8 5v14M16 5v14', play: 'm7 4 13 8-13 8V4Z', down: 'M12 4v16m-6-6 6 6 6-6', settings: 'M4 7h9m5 0h2M4 17h2m5 0h9M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM8.500 14.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Z', plus: 'M12 5v14M5 12h14', refresh: 'M20 11a8 8 0 1 0-2.3 6.3M20 5v6h-6', trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
};

/** A drawn symbol. It is decoration: what it stands for is in the text or the label beside it. */
export function icon(name) {
    const namespace = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(namespace, 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('aria-hidden', 'true');
    svg.setAttribute('class', 'icon');
    const path = document.createElementNS(namespace, 'path');
    path.setAttribute('d', SHAPES[name] ?? '');
    svg.append(path);
    return svg;
}

/** A button with text, and a symbol if one is named. */
export function button(label, onclick, { symbol, kind = '', title, ...rest } = {}) {
    return h(`button${kind ? `.${kind}` : ''}`, { type: 'button', onclick, title, ...rest }, symbol ? icon(symbol) : null, h('span', {}, label));
}

/** A button that shows only a symbol. */
export function iconButton(label, symbol, onclick, attributes = {}) {
    return h('button.bare', { type: 'button', 'aria-label': label, title: label, onclick, ...attributes }, icon(symbol));
}

/** A button that copies the content of an element, or selects it if the browser does not allow that. */
export function copyButton(app, element) {
    return button('Copy', async () => {
        await navigator.clipboard.writeText(element.value ?? element.textContent).then(() => app.notice('Copied.'), () => {
            if (element.select) element.select();
            else getSelection().selectAllChildren(element);
            app.notice('The browser does not allow copying; the text is selected.');
        });
    }, { symbol: 'copy', kind: 'small' });
}

let last = 0;

/** A form control with its label above it, and a hint below it if there is one. */
export function labelled(label, control, { hint, wide = false } = {}) {
    last += 1;
    control.id ||= `control-${last}`;
    const note = hint ? h('small', { id: `${control.id}-hint` }, hint) : null;
    if (note) control.setAttribute('aria-describedby', note.id);
    return h(`div.field${wide ? '.wide' : ''}`, {}, h('label', { for: control.id }, label), control, note);
}

/** A check box with its label beside it. */
export function checkbox(label, { checked = false, onchange, name } = {}) {
    const input = h('input', { type: 'checkbox', checked, onchange, name });
    const element = h('label.check', {}, input, h('span', {}, label));
    element.input = input;
    return element;
}

/** A menu of choices: strings, or pairs of value and label. */
export function select(choices, { value, onchange, name } = {}) {
    const element = h('select', { onchange, name }, choices.map((choice) => {
        const [key, label] = Array.isArray(choice) ? choice : [choice, choice];
        return h('option', { value: key }, label);
    }));
    if (value !== undefined) element.value = value;
    return element;
}

/** What a view shows when there is nothing. */
export function empty(title, text, ...actions) {
    return h('div.empty', {}, h('strong', {}, title), h('p', {}, text), actions.length ? h('div.actions', {}, actions) : null);
}

/** A table. `columns` are `{label, kind}`, where `kind` is `number`, `name` or empty. Cells are strings or nodes. */
export function table(columns, rows, { label }) {
    return h('div.scroll', { tabindex: '0', role: 'region', 'aria-label': label }, h('table', {},
        h('thead', {}, h('tr', {}, columns.map((column) => h('th', { scope: 'col', class: column.kind }, column.label)))),
        h('tbody', {}, rows.map((row) => h('tr', {}, row.map((cell, place) => h('td', { class: columns[place].kind }, cell)))))));
}

/** The names in a text with commas or line breaks between them, without repetitions. */
export function namesIn(text) {
    return [...new Set(text.split(/[,\n]/).map((name) => name.trim()).filter(Boolean))];
}

const NUMBERS = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export const formatted = (number) => NUMBERS.format(number);
export const short = (number) => (Math.abs(number) < 10_000 ? NUMBERS.format(Math.round(number * 10) / 10) : SHORT.format(number));

/** Bytes with a unit. */
export function bytes(count) {
    if (count === null || count === undefined) return '–';
    const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
    let value = count;
    let unit = 0;
    while (value >= 1024 && unit < units.length - 1) {
        value /= 1024;
        unit += 1;
    }
    return `${unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}

/** Seconds as the largest two units. */
export function span(seconds) {
    const total = Math.round(seconds);
    if (total < 60) return `${total} s`;
    const parts = [[86_400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];
    const first = parts.findIndex(([length]) => total >= length);
    return parts.slice(first, first + 2).map(([length, unit], place) => {
        const rest = place === 0 ? total : total % parts[first][0];
        return `${Math.floor(rest / length)} ${unit}`;
    }).join(' ');
}

const two = (number) => String(number).padStart(2, '0');

/** The time of day in milliseconds. */
export function clock(milliseconds) {
    const date = new Date(milliseconds);
    return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** A date and the time of day. */
export function moment(milliseconds) {
    const date = new Date(milliseconds);
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock(milliseconds).slice(0, 8)}`;
}
