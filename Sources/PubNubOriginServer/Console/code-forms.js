// A call in all its forms, one of them shown, with a button that copies it.

import { samples } from './actions.js';
import { copyButton, h } from './dom.js';
import { stored } from './stored.js';

let count = 0;

/** The forms of a call. The form that was last chosen is shown, also in other places. */
export function codeForms(app, entry, values) {
    let form = stored.read().form ?? 'curl';
    const all = samples(entry, values, app.context);
    const missing = h('p.missing', { hidden: true });
    const body = h('pre.sample', { tabindex: '0', id: `sample-${count += 1}` });
    const tabs = h('div.tabs', { role: 'tablist', 'aria-label': 'Forms of the call' });
    const choose = (id) => {
        form = id;
        stored.write({ form });
        const shown = all.find((sample) => sample.id === id) ?? all[0];
        body.textContent = shown.text;
        missing.hidden = shown.missing.length === 0;
        missing.textContent = `${shown.label} does not express: ${shown.missing.join(', ')}.`;
        for (const tab of tabs.children) {
            const isShown = tab.dataset.form === shown.id;
            tab.setAttribute('aria-selected', isShown);
            tab.tabIndex = isShown ? 0 : -1;
        }
    };
    tabs.append(...all.map((sample) => h('button.tab', { type: 'button', role: 'tab', data: { form: sample.id }, 'aria-controls': body.id, onclick: () => choose(sample.id) }, sample.label)));
    tabs.addEventListener('keydown', (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const index = all.findIndex(({ id }) => id === form);
        const next = all[(index + step + all.length) % all.length];
        choose(next.id);
        tabs.querySelector(`[data-form="${next.id}"]`).focus();
    });
    const copy = copyButton(app, body);
    choose(form);
    return h('div.forms', {}, h('div.forms-head', {}, tabs, copy), missing, body);
}
