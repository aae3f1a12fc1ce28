// Live: what the subscription receives.

import { button, checkbox, clock, empty, fill, formatted, h, icon, iconButton, labelled, moment, namesIn, short } from './dom.js';
import { action } from './actions.js';
import { decrypt } from './crypto.js';
import { addToTimetoken, parse, visible } from './encoding.js';
import { VirtualList } from './ring.js';
import { raw, tree } from './tree.js';

const KINDS = [['message', 'Messages'], ['signal', 'Signals'], ['presence', 'Presence'], ['action', 'Actions'], ['object', 'Objects']];
const LABELS = { message: 'message', signal: 'signal', presence: 'presence', action: 'action', object: 'object', file: 'file', gap: 'gap' };

export function createLive(app) {
    const { feed } = app;
    const channels = h('input', { name: 'channels', autocomplete: 'off', spellcheck: 'false', placeholder: 'chat, news.*' });
    const groups = h('input', { name: 'groups', autocomplete: 'off', spellcheck: 'false', placeholder: 'friends' });
    const filter = h('input', { name: 'filter', autocomplete: 'off', spellcheck: 'false', placeholder: 'lang == "en"' });
    const timetoken = h('input', { name: 'timetoken', autocomplete: 'off', inputmode: 'numeric', pattern: '[0-9]{1,20}', placeholder: 'now' });
    const presence = checkbox('Presence', { checked: true, name: 'presence' });
    const search = h('input', { type: 'search', name: 'search', placeholder: 'Search', 'aria-label': 'Search the events', autocomplete: 'off', spellcheck: 'false' });
    const pause = h('button', { type: 'button', name: 'pause' });
    const counts = h('span.counts', { 'aria-live': 'off' });
    const listElement = h('div.list', { id: 'events', 'aria-label': 'Events' });
    const detail = h('section.detail', { 'aria-label': 'The selected event' });
    const newest = button('Newest', () => list.follow(), { symbol: 'down', kind: 'float', name: 'newest', hidden: true });
    const nothing = h('div.over', {});
    let isRaw = false;

    const subscribe = (from) => {
        const names = namesIn(channels.value);
        const groupNames = namesIn(groups.value);
        if (app.filter !== filter.value.trim()) {
            app.filter = filter.value.trim();
            app.connect();
        }
        const values = { channels: names, groups: groupNames, presence: presence.input.checked, timetoken: from, filter: app.filter };
        app.show(action('subscribe'), values);
        const all = (list) => (presence.input.checked ? list.flatMap((name) => [name, `${name}-pnpres`]) : list);
        app.subscribed = { channels: names, groups: groupNames };
        for (const name of names) app.channels.add(name);
        feed.subscribe(all(names), all(groupNames), from);
        app.dispatchEvent(new Event('subscribed'));
        drawNothing();
    };

    const form = h('form.subscribe', {
        onsubmit: (event) => {
            event.preventDefault();
            subscribe(timetoken.value || '0');
        },
    }, labelled('Channels', channels), labelled('Groups', groups), labelled('Filter', filter), labelled('From timetoken', timetoken),
    h('div.field.end', {}, presence, h('button.primary', { type: 'submit' }, 'Subscribe'), button('Unsubscribe', () => {
        feed.stop();
        app.subscribed = { channels: [], groups: [] };
        app.dispatchEvent(new Event('subscribed'));
        drawNothing();
    })));

    const toggles = KINDS.map(([kind, label]) => {
        const box = checkbox(label, { checked: true, name: `kind-${kind}`, onchange: () => refilter() });
        box.input.dataset.kind = kind;
        return box;
    });
    const refilter = () => feed.filter(search.value, [...toggles.filter(({ input }) => input.checked).map(({ input }) => input.dataset.kind), 'file', 'gap']);
    let timer = null;
    search.addEventListener('input', () => {
        clearTimeout(timer);
        timer = setTimeout(refilter, 150);
    });
    pause.addEventListener('click', () => (feed.isPaused ? feed.resume() : feed.pause()));

    const list = new VirtualList({
        element: listElement, source: feed.shown, rowHeight: 30,
        createRow: () => h('div.row', {}, h('time', {}), h('span.badge', {}), h('span.channel', {}), h('span.publisher', {}), h('span.text', {})),
        draw: (row, entry) => {
            const [time, badge, channel, publisher, text] = row.children;
            row.className = `row ${entry.kind}`;
            time.textContent = clock(entry.time);
            badge.textContent = LABELS[entry.kind];
            channel.textContent = visible(entry.channel);
            channel.title = entry.channel;
            publisher.textContent = visible(entry.publisher);
            publisher.title = entry.publisher;
            text.textContent = visible(entry.text);
        },
        select: (entry) => drawDetail(entry),
        onFollow: (isFollowing) => { newest.hidden = isFollowing; },
    });

    function drawDetail(entry) {
        const close = iconButton('Close the event', 'close', () => {
            detail.replaceChildren();
            detail.classList.remove('open');
            listElement.focus();
        });
        const { payload, meta } = entry;
        const body = h('div.value', {}, isRaw ? raw(payload) : tree(payload));
        const forms = h('button.small', { type: 'button', onclick: () => {
            isRaw = !isRaw;
            drawDetail(entry);
            detail.querySelector('[data-forms]').focus();
        }, data: { forms: '' } }, isRaw ? 'Show the tree' : 'Show raw JSON');
        const rows = [['Channel', entry.channel], ['Subscription', entry.subscription], ['Publisher', entry.publisher], ['Type', entry.customType], ['Timetoken', entry.timetoken], ['Date', entry.timetoken ? moment(entry.time) : '']];
        const resume = entry.timetoken ? button('Resume from here', () => {
            timetoken.value = addToTimetoken(entry.timetoken, -1);
            subscribe(timetoken.value);
            app.notice('Resumed: the server sends again what came from this event on.');
        }, { kind: 'small' }) : null;
        const opened = app.cipherKey && typeof payload === 'string' ? button('Decrypt', app.handler(async () => {
            const text = await decrypt(payload, app.cipherKey).catch(() => null);
            if (text === null) return app.notice('The message is not encrypted, or with another key.', 'error');
            let value = text;
            try {
                value = parse(text);
            } catch {
                // Older clients encrypt strings without quotes.
            }
            body.replaceChildren(tree(value));
        }), { kind: 'small' }) : null;
        detail.classList.add('open');
        fill(detail, h('div.detail-head', {}, h('h2', {}, h(`span.badge.${entry.kind}`, {}, LABELS[entry.kind]), ' ', entry.channel), close),
            h('dl', {}, rows.filter(([, value]) => value).map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
            meta === null ? null : [h('h3', {}, 'Metadata'), h('div.value', {}, tree(meta))],
            entry.kind === 'gap' ? gapText(entry.gap) : [h('h3', {}, 'Content'), body], h('div.actions', {}, entry.kind === 'gap' ? null : forms, opened, resume));
    }

    function gapText(gap) {
        return h('p', {}, `Between the timetokens ${gap.from} and ${gap.to} the server had more messages of this channel than it buffers. `,
            gap.count === 0 ? 'History has none of them, or could not be read.' : gap.isComplete ? `${gap.count} of them came from history.` : `The newest ${gap.count} of them came from history; older ones may be missing.`);
    }

    function drawCounts() {
        const kept = formatted(feed.all.length);
        const found = feed.shown === feed.all ? '' : `${formatted(feed.shown.length)} found · `;
        const limit = feed.all.isAtBudget ? `, limited to ${short(feed.all.budget)} characters` : '';
        const text = `${found}${kept} of ${formatted(feed.all.capacity)}${limit} · ${short(feed.rate)}/s${feed.counts.gaps ? ` · ${feed.counts.gaps} gap${feed.counts.gaps === 1 ? '' : 's'}` : ''}`;
        if (counts.textContent !== text) counts.textContent = text;
        const label = feed.isPaused ? `Resume${feed.heldCount ? ` (${formatted(feed.heldCount)})` : ''}` : 'Pause';
        if (pause.dataset.label !== label) {
            pause.dataset.label = label;
            fill(pause, icon(feed.isPaused ? 'play' : 'pause'), h('span', {}, label));
            pause.setAttribute('aria-pressed', String(feed.isPaused));
        }
    }

    function drawNothing() {
        const isEmpty = feed.shown.length === 0;
        nothing.hidden = !isEmpty;
        if (!isEmpty) return;
        const { name, error } = feed.state;
        if (feed.all.length > 0) fill(nothing, empty('Nothing matches', 'No event has these words and kinds.'));
        else if (name === 'idle') fill(nothing, empty('Not subscribed', 'Name channels or groups, and press Subscribe.'));
        else if (error) fill(nothing, empty(name === 'denied' ? 'Access denied' : 'The server does not respond', `${error.message} The page tries again by itself.`));
        else fill(nothing, empty('Nothing yet', 'Events appear here as they come. The view Publish sends one.'));
    }

    feed.addEventListener('added', () => {
        list.update();
        drawCounts();
        if (!nothing.hidden) drawNothing();
    });
    feed.addEventListener('source', () => {
        list.show(feed.shown);
        drawCounts();
        drawNothing();
    });
    feed.addEventListener('change', drawCounts);
    feed.addEventListener('state', drawNothing);
    app.addEventListener('settings', () => subscribe('0'));
    setInterval(drawCounts, 1000);

    async function begin() {
        if (app.subscribed) return;
        app.subscribed = { channels: [], groups: [] };
        let names = [];
        try {
            const page = await app.admin.call(`/v1/channels?subscribeKey=${encodeURIComponent(app.context.subscribeKey)}&limit=20`);
            names = page.channels.map(({ name }) => name).filter((name) => !name.includes(','));
        } catch (error) {
            if (error.status !== 404) app.fail(error);
        }
        channels.value ||= (names.length ? names : ['chat']).join(', ');
        subscribe('0');
    }

    begin().catch((error) => app.fail(error));
    drawCounts();
    drawNothing();
    const element = h('div.view.live', {}, h('div.view-head', {}, h('h1', {}, 'Live'), counts),
        form, h('div.bar-row', {}, pause, search, h('div.checks', { role: 'group', 'aria-label': 'Kinds of events' }, toggles), button('Clear', () => feed.clear(), { symbol: 'trash' })),
        h('div.split', {}, h('div.list-box', {}, listElement, nothing, newest), detail));
    return {
        element,
        show: (query) => {
            const group = query.get('group');
            if (group) {
                // Once: the address without the group stays.
                history.replaceState(null, '', '#live');
                groups.value = [...new Set([...namesIn(groups.value), group])].join(', ');
                subscribe('0');
            }
            list.update();
        },
    };
}
