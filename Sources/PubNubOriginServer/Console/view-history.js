// History: stored messages page by page, their number over time, deletion, export and import.

import { action } from './actions.js';
import { bars } from './chart.js';
import { button, empty, fill, formatted, h, labelled, moment, select } from './dom.js';
import { addToTimetoken, compareTimetokens, millisecondsOf, parse, stringify, timetokenOf } from './encoding.js';
import { tree } from './tree.js';

/** The most messages of a page with actions, and of an export. */
const PAGE = 25;
const MOST_EXPORTED = 100_000;
const EXPORT_PAGE = 100;
const SLOTS = 24;
const RANGES = [['5', '5 minutes', 5], ['15', '15 minutes', 15], ['60', '1 hour', 60], ['1440', '1 day', 1440], ['10080', '7 days', 10_080]];

export function createHistory(app, { maxExported = MOST_EXPORTED } = {}) {
    const channel = h('input', { name: 'channel', required: true, value: 'chat', autocomplete: 'off', spellcheck: 'false' });
    const range = select(RANGES.map(([value, label]) => [value, label]), { value: '15', name: 'range', onchange: () => drawLine() });
    const line = h('div.line-box');
    const page = h('div.page');
    const older = button('Older', app.handler(() => load({ before: messages[0]?.timetoken })), { name: 'older' });
    const newer = button('Newer', app.handler(() => load({ after: messages.at(-1)?.timetoken })), { name: 'newer' });
    const place = h('span.muted', { 'aria-live': 'polite' });
    const after = h('input', { name: 'delete-after', required: true, inputmode: 'numeric', pattern: '[0-9]{1,20}', autocomplete: 'off' });
    const through = h('input', { name: 'delete-through', required: true, inputmode: 'numeric', pattern: '[0-9]{1,20}', autocomplete: 'off' });
    const file = h('input', { name: 'import', type: 'file', accept: '.ndjson,.jsonl,application/x-ndjson' });
    let messages = [];
    let isLoaded = false;

    const name = () => channel.value;

    async function pageOf({ before = '', from = '', limit = PAGE, isQuiet = false }) {
        const { body } = await app.perform('historyWithActions', { channel: name(), limit, before, from }, { isQuiet });
        return Object.values(body.channels ?? {}).flat();
    }

    async function load({ before = '', after: newerThan } = {}) {
        if (newerThan) {
            // A page begins at its newest message. Its end is found by counting from the newest message that is known.
            const all = await pageOf({ from: addToTimetoken(newerThan, 1), isQuiet: true });
            messages = all.length === PAGE ? await oldestAfter(newerThan) : all.length ? all : messages;
        } else {
            const found = await pageOf({ before: before ?? '' });
            if (before && found.length === 0) app.notice('There are no older messages.');
            else messages = found;
        }
        isLoaded = true;
        drawPage();
    }

    /** The page of messages that follow a timetoken: the version 2 of history reads from the oldest on. */
    async function oldestAfter(timetoken) {
        const { origin, subscribeKey, userID, authKey } = app.context;
        const query = `start=${timetoken}&count=${PAGE}&reverse=true&include_token=true&uuid=${encodeURIComponent(userID)}${authKey ? `&auth=${encodeURIComponent(authKey)}` : ''}`;
        const response = await fetch(`${origin}/v2/history/sub-key/${encodeURIComponent(subscribeKey)}/channel/${encodeURIComponent(name())}?${query}`, { credentials: 'omit' });
        const [list] = parse(await response.text());
        const newest = list.at(-1);
        if (newest === undefined) return messages;
        return pageOf({ before: addToTimetoken(timetokenText(newest.timetoken), 1), from: addToTimetoken(timetoken, 1), isQuiet: true });
    }

    const timetokenText = (value) => (typeof value === 'string' ? value : stringify(value));

    function drawPage() {
        older.disabled = newer.disabled = messages.length === 0;
        if (messages.length === 0) {
            place.textContent = '';
            fill(page, empty('No stored messages', isLoaded ? 'The channel has none, or they were deleted.' : 'Name a channel and press Read.'));
            return;
        }
        place.textContent = `${formatted(messages.length)} messages, ${moment(millisecondsOf(messages[0].timetoken))} to ${moment(millisecondsOf(messages.at(-1).timetoken))}`;
        fill(page, h('ol.messages', { 'aria-label': 'Messages, the oldest first' }, messages.map((message) => h('li', {},
            h('div.message-head', {}, h('time', {}, moment(millisecondsOf(message.timetoken))), h('strong', { title: message.uuid ?? '' }, message.uuid ?? 'unknown'), h('code', {}, message.timetoken),
                h('span.push-right', {}, button('React', app.handler(async () => {
                    await app.perform('addAction', { channel: name(), message: message.timetoken, type: 'reaction', value: '👍' });
                    await load({ before: addToTimetoken(messages.at(-1).timetoken, 1) });
                }), { kind: 'small' }), button('Delete', app.handler(async () => {
                    after.value = addToTimetoken(message.timetoken, -1);
                    through.value = message.timetoken;
                    through.focus();
                }), { kind: 'small' }))),
            h('div.value', {}, tree(message.message)), message.meta && stringify(message.meta) !== '""' ? h('div.meta', {}, 'Metadata: ', h('code', {}, stringify(message.meta))) : null, reactions(message)))));
    }

    function reactions(message) {
        const entries = Object.entries(message.actions ?? {}).flatMap(([type, values]) => Object.entries(values).map(([value, users]) => ({ type, value, users })));
        if (entries.length === 0) return null;
        return h('ul.chips', { 'aria-label': 'Actions' }, entries.map(({ type, value, users }) => h('li.chip', { title: `${type} by ${users.map(({ uuid }) => uuid).join(', ')}` }, `${value} ${users.length}`)));
    }

    async function drawLine() {
        const minutes = Number(range.value);
        const now = Date.now();
        const step = (minutes * 60_000) / SLOTS;
        const starts = Array.from({ length: SLOTS }, (_, index) => now - minutes * 60_000 + index * step);
        try {
            const counts = await Promise.all(starts.map((start, index) => app.perform('messageCounts', { channels: [name()], timetoken: timetokenOf(start) }, { isQuiet: index > 0 })));
            const totals = counts.map(({ body }) => body.channels?.[name()] ?? 0);
            const entries = totals.map((total, index) => ({ value: Math.max(0, total - (totals[index + 1] ?? 0)), label: moment(starts[index]).slice(minutes > 1440 ? 0 : 11, minutes < 60 ? 19 : 16) }));
            fill(line, bars(entries, { label: 'Messages over time', onSelect: (index) => load({ before: timetokenOf(starts[index] + step) }).catch((error) => app.fail(error)) }),
                h('div.axis', { 'aria-hidden': 'true' }, h('span', {}, entries[0].label), h('span', {}, `${formatted(totals[0])} messages`), h('span', {}, 'now')));
        } catch (error) {
            fill(line, h('p.muted', {}, `The messages cannot be counted: ${error.message}`));
        }
    }

    /** Saves the messages of the channel as a file, and reads them from the newest page to the oldest. */
    async function exportAll() {
        const exported = name();
        const parts = [];
        let before = '';
        let count = 0;
        let hasOlder = true;
        while (hasOlder) {
            // Beyond the limit, one message shows that there are older ones.
            const limit = Math.max(1, Math.min(EXPORT_PAGE, maxExported - count));
            const { body } = await app.perform('history', { channel: exported, limit, before, from: '' }, { isQuiet: before !== '' });
            const found = Object.values(body.channels ?? {}).flat();
            // A page can be shorter than asked for before the end: the server also limits its bytes.
            hasOlder = found.length > 0;
            if (!hasOlder || count >= maxExported) break;
            // The browser can store a blob outside of its memory for scripts.
            parts.push(new Blob(found.map((message) => `${stringify({ timetoken: message.timetoken, publisher: message.uuid ?? null, message: message.message, meta: message.meta ?? null })}\n`)));
            count += found.length;
            before = found[0].timetoken;
        }
        const link = h('a', { href: URL.createObjectURL(new Blob(parts.reverse(), { type: 'application/x-ndjson' })), download: `${exported.replace(/[^A-Za-z0-9_.-]/g, '_')}.ndjson` });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
        if (hasOlder) app.notice(`The newest ${formatted(count)} messages were exported; there are older ones, before ${before}.`, 'error');
        else app.notice(`${formatted(count)} messages exported.`);
    }

    async function importAll() {
        const lines = (await file.files[0].text()).split('\n');
        // All lines are read before the first is published, so that a file with a mistake publishes nothing.
        const values = [];
        for (const [index, text] of lines.entries()) {
            if (text.trim() === '') continue;
            try {
                values.push(parse(text));
            } catch {
                return app.notice(`Line ${formatted(index + 1)} of the file is not JSON. Nothing was published.`, 'error');
            }
        }
        let count = 0;
        for (const value of values) {
            const isExported = typeof value === 'object' && value !== null && 'message' in value;
            const [message, meta] = isExported ? [value.message, value.meta || null] : [value, null];
            await app.perform('publish', { channel: name(), message, meta, store: true, ttl: '' }, { isQuiet: count > 0 });
            count += 1;
        }
        app.notice(`${formatted(count)} messages published.`);
        await Promise.all([load(), drawLine()]);
    }

    const form = h('form.bar-row', {
        onsubmit: app.handler(() => Promise.all([load(), drawLine()])),
    }, labelled('Channel', channel), h('div.field.end', {}, h('button.primary', { type: 'submit' }, 'Read')), labelled('Time line', range));
    const deletion = h('form.card', {
        onsubmit: app.handler(async () => {
            if (compareTimetokens(after.value, through.value) >= 0) return app.notice('The first timetoken has to be below the second.', 'error');
            await app.perform('deleteHistory', { channel: name(), after: after.value, through: through.value });
            app.notice('The messages are deleted.');
            await Promise.all([load(), drawLine()]);
        }),
    }, h('h2', {}, 'Delete a range'), h('p.muted', {}, 'Deleted messages cannot be restored.'), labelled('After timetoken', after), labelled('Through timetoken', through),
    h('div.actions', {}, h('button.danger', { type: 'submit' }, 'Delete'), button('Show as code', () => app.show(action('deleteHistory'), { channel: name(), after: after.value || '0', through: through.value || '0' }), { symbol: 'code' })));
    const exchange = h('section.card', {}, h('h2', {}, 'Export and import'), h('p.muted', {}, 'Each line is a JSON object with timetoken, publisher, message and meta.'), h('div.actions', {}, button('Export', app.handler(exportAll))),
        labelled('File to publish', file), h('div.actions', {}, button('Import', app.handler(async () => {
            if (file.files.length === 0) return app.notice('Choose a file first.', 'error');
            await importAll();
        }))));
    drawPage();
    const element = h('div.view', {}, h('div.view-head', {}, h('h1', {}, 'History')), form, line, h('div.columns.wide-first', {},
        h('section.card', { 'aria-label': 'Messages' }, h('div.card-head', {}, place, h('div.actions', {}, older, newer)), page), h('div.stack', {}, deletion, exchange)));
    return {
        element,
        show: (query) => {
            if (query.get('channel')) channel.value = query.get('channel');
            else if (!isLoaded && app.subscribed?.channels.length && channel.value === 'chat') [channel.value] = app.subscribed.channels.filter((entry) => !entry.endsWith('.*'));
            if (!isLoaded && channel.value) Promise.all([load(), drawLine()]).catch((error) => app.fail(error));
        },
    };
}
