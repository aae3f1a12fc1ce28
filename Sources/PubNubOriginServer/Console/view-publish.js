// Publish: messages, signals and messages that only functions of the server see, one or many.

import { action } from './actions.js';
import { button, bytes, checkbox, clock, empty, fill, formatted, h, labelled, select } from './dom.js';
import { encrypt } from './crypto.js';
import { jsonEditor } from './editor.js';
import { byteCount, stringify } from './encoding.js';
import { raw } from './tree.js';

/** The most outcomes that are listed, and the most messages and the highest rate of a repetition. */
const MOST_OUTCOMES = 100;
const MOST_MESSAGES = 10_000;
const MOST_RATE = 200;

export function createPublish(app) {
    const channel = h('input', { name: 'channel', required: true, value: 'chat', autocomplete: 'off', spellcheck: 'false' });
    const kind = select([['publish', 'Message'], ['fire', 'Fire: stored, and not delivered'], ['signal', 'Signal']], { name: 'kind', onchange: () => changed() });
    const editor = jsonEditor({ value: { text: 'hello', from: 'the console' }, allowsText: true, name: 'message', limit: () => (kind.value === 'signal' ? app.server?.limits.signalBytes ?? 64 : app.server?.limits.messageBytes ?? 32_768) });
    const meta = jsonEditor({ rows: 2, isOptional: true, name: 'meta' });
    const customType = h('input', { name: 'type', autocomplete: 'off', spellcheck: 'false', maxlength: '50' });
    const ttl = h('input', { name: 'ttl', type: 'number', min: 0, max: 8760 });
    const store = checkbox('Store', { checked: true, name: 'store' });
    const encrypts = checkbox('Encrypt with the cipher key', { name: 'encrypt' });
    const title = h('input', { name: 'push-title', autocomplete: 'off' });
    const body = h('input', { name: 'push-body', autocomplete: 'off' });
    const pushes = checkbox('Notify devices', { name: 'push', onchange: () => changed() });
    const preview = h('div.preview');
    const count = h('input', { name: 'count', type: 'number', min: 1, max: MOST_MESSAGES, value: 1, required: true });
    const rate = h('input', { name: 'rate', type: 'number', min: 1, max: MOST_RATE, value: 10, required: true });
    const send = h('button.primary', { type: 'submit', name: 'send' }, 'Send');
    const stop = button('Stop', () => { isStopped = true; }, { name: 'stop', hidden: true });
    const show = button('Show as code', () => app.show(entry(), values(editor.value() ?? null)), { symbol: 'code' });
    const outcomes = h('ol.outcomes', { 'aria-label': 'Outcomes, the newest first' });
    const nothing = empty('Nothing sent yet', 'Each message appears here with its timetoken and the time that its response took.');
    const progress = h('output.muted', { 'aria-live': 'polite' });
    let isStopped = false;

    const entry = () => action(kind.value === 'signal' ? 'signal' : 'publish');

    /** The message with the payloads for push services around it. */
    const withPush = (message) => {
        if (!pushes.input.checked || kind.value === 'signal') return message;
        const payloads = {
            pn_apns: { aps: { alert: { title: title.value, body: body.value } } },
            pn_fcm: { notification: { title: title.value, body: body.value } },
        };
        const isObject = typeof message === 'object' && message !== null && !Array.isArray(message);
        return isObject ? { ...message, ...payloads } : { pn_other: message, ...payloads };
    };

    const values = (message) => ({
        channel: channel.value, message, meta: meta.value() ?? null, store: store.input.checked, ttl: ttl.value === '' ? '' : Number(ttl.value),
        customType: customType.value.trim(), isFired: kind.value === 'fire',
    });

    function changed() {
        const isSignal = kind.value === 'signal';
        for (const control of [ttl, meta.area, store.input, pushes.input, encrypts.input]) control.disabled = isSignal;
        const isPushed = pushes.input.checked && !isSignal;
        title.disabled = body.disabled = !isPushed;
        editor.check();
        const message = editor.value();
        fill(preview, isPushed && message !== undefined ? raw(withPush(message)) : null);
    }
    for (const control of [editor.area, title, body]) control.addEventListener('input', changed);

    async function message() {
        const value = withPush(editor.value());
        if (!encrypts.input.checked || kind.value === 'signal') return value;
        if (!app.cipherKey) throw Object.assign(new Error('There is no cipher key. Set one with the keys, in the head of the page.'), { isForUser: true });
        return encrypt(stringify(value), app.cipherKey);
    }

    async function sendOne(isQuiet) {
        const sent = values(await message());
        const start = performance.now();
        try {
            const { body } = await app.perform(entry().id, sent, { isQuiet });
            report(true, String(body?.[2] ?? ''), performance.now() - start, sent);
            return true;
        } catch (error) {
            report(false, error.message, performance.now() - start, sent);
            if (!error.status) app.fail(error);
            return false;
        }
    }

    function report(isSent, text, milliseconds, sent) {
        nothing.hidden = true;
        const size = byteCount(stringify(sent.message));
        outcomes.prepend(h(`li.${isSent ? 'good' : 'bad'}`, {}, h('time', {}, clock(Date.now())), h('span.badge', {}, isSent ? 'sent' : 'refused'),
            h('span.channel', { title: sent.channel }, sent.channel), h('span.text', {}, text), h('span.number', {}, bytes(size)), h('span.number', {}, `${milliseconds.toFixed(1)} ms`)));
        while (outcomes.childElementCount > MOST_OUTCOMES) outcomes.lastElementChild.remove();
    }

    async function repeat(total, perSecond) {
        isStopped = false;
        stop.hidden = false;
        const start = performance.now();
        let failed = 0;
        let sent = 0;
        const running = new Set();
        for (let number = 0; number < total && !isStopped; number += 1) {
            const due = start + (number * 1000) / perSecond;
            const pause = due - performance.now();
            if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
            while (running.size >= 16) await Promise.race(running);
            const one = sendOne(number > 0).then((isSent) => {
                running.delete(one);
                if (isSent) sent += 1;
                else failed += 1;
                progress.textContent = `${formatted(sent)} of ${formatted(total)} sent${failed ? `, ${formatted(failed)} refused` : ''}`;
            });
            running.add(one);
        }
        await Promise.all(running);
        stop.hidden = true;
    }

    const form = h('form.card', {
        onsubmit: app.handler(async () => {
            if (editor.value() === undefined) return;
            try {
                const total = Math.min(MOST_MESSAGES, Number(count.value));
                progress.textContent = '';
                if (total === 1) await sendOne(false);
                else await repeat(total, Math.min(MOST_RATE, Number(rate.value)));
            } catch (error) {
                if (!error.isForUser) throw error;
                app.notice(error.message, 'error');
            }
        }),
    },
    h('div.grid', {}, labelled('Channel', channel), labelled('Kind', kind), labelled('Custom type', customType), labelled('Hours in history', ttl, { hint: 'Empty: as the keyset has it.' })),
    labelled('Message', editor.area, { hint: 'JSON. Other text is sent as a string.' }), editor.state,
    labelled('Metadata', meta.area, { hint: 'JSON, for the filters of subscribers. May be empty.' }), meta.state,
    h('div.checks', {}, store, encrypts, pushes),
    h('div.grid', {}, labelled('Title of the notification', title), labelled('Body of the notification', body)), preview,
    h('div.grid', {}, labelled('Repeat', count, { hint: `1 to ${formatted(MOST_MESSAGES)} times` }), labelled('Per second', rate, { hint: `1 to ${MOST_RATE}` })),
    h('div.actions', {}, send, stop, show, progress));
    changed();
    const element = h('div.view', {}, h('div.view-head', {}, h('h1', {}, 'Publish')), h('div.columns', {}, form,
        h('section.card', { 'aria-labelledby': 'outcomes-title' }, h('h2', { id: 'outcomes-title' }, 'Outcomes'), nothing, outcomes)));
    return {
        element,
        show: (query) => {
            editor.check();
            if (query.get('channel')) channel.value = query.get('channel');
        },
    };
}
