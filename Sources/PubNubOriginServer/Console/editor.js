// An editor of JSON values.

import { formatted, h } from './dom.js';
import { byteCount, parse, stringify } from './encoding.js';

/** A text area for JSON that says what is wrong with it, and how many bytes it has. `value()` is undefined while it is wrong. */
export function jsonEditor({ value, rows = 8, allowsText = false, isOptional = false, name, limit }) {
    const area = h('textarea', { rows, spellcheck: 'false', autocomplete: 'off', name, class: 'editor' });
    area.value = value === undefined ? '' : stringify(value, 2);
    const state = h('output.editor-state', { 'aria-live': 'polite' });
    const read = () => {
        const text = area.value.trim();
        if (text === '') return { value: isOptional ? null : undefined, error: isOptional ? null : 'Write a JSON value.' };
        try {
            return { value: parse(text), error: null };
        } catch (error) {
            if (allowsText) return { value: area.value, error: null, isText: true };
            return { value: undefined, error: error.message };
        }
    };
    const check = () => {
        const { value, error, isText } = read();
        const size = value === undefined || value === null && isOptional ? 0 : byteCount(stringify(value));
        const isLarge = limit && size > limit();
        area.setAttribute('aria-invalid', String(error !== null || Boolean(isLarge)));
        area.setCustomValidity(error ?? (isLarge ? 'The value is too large.' : ''));
        state.textContent = error ?? `${isText ? 'a string · ' : ''}${formatted(size)} byte${size === 1 ? '' : 's'}${limit ? ` of ${formatted(limit())}` : ''}`;
        state.classList.toggle('wrong', error !== null || Boolean(isLarge));
    };
    area.addEventListener('input', check);
    check();
    return { area, state, check, value: () => read().value, element: h('div.json-editor', {}, area, state) };
}
