// A JSON value as text or as a tree whose branches open and close.

import { isNumber, stringify } from './encoding.js';
import { h } from './dom.js';

/** The most members of one object or array that are shown at once. */
const MOST = 200;

/** A value as a tree. Branches are made when they are opened. */
export function tree(value, name = null, depth = 0) {
    const label = name === null ? null : [h('span.key', {}, String(name)), h('span.mark', {}, ': ')];
    if (value === null || typeof value !== 'object' || isNumber(value)) {
        return h('div.leaf', {}, label, leaf(value));
    }
    const entries = Array.isArray(value) ? value.map((element, index) => [index, element]) : Object.entries(value);
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    if (entries.length === 0) return h('div.leaf', {}, label, h('span.mark', {}, open + close));
    const unit = Array.isArray(value) ? 'element' : 'member';
    const branch = h('details.branch', {}, h('summary', {}, label, h('span.mark', {}, `${open} ${entries.length} ${unit}${entries.length === 1 ? '' : 's'} ${close}`)));
    const load = () => {
        if (branch.childElementCount > 1) return;
        branch.append(...entries.slice(0, MOST).map(([key, member]) => tree(member, key, depth + 1)));
        if (entries.length > MOST) branch.append(h('div.leaf', {}, h('span.mark', {}, `and ${entries.length - MOST} more; the raw form has all`)));
    };
    branch.addEventListener('toggle', () => branch.open && load());
    if (depth < 2) {
        load();
        branch.open = true;
    }
    return branch;
}

function leaf(value) {
    if (value === null) return h('span.null', {}, 'null');
    if (typeof value === 'string') return h('span.string', {}, stringify(value));
    if (typeof value === 'boolean') return h('span.boolean', {}, String(value));
    return h('span.number', {}, stringify(value));
}

/** A value as JSON with line breaks. */
export function raw(value) {
    return h('pre.raw', { tabindex: '0' }, stringify(value, 2));
}
