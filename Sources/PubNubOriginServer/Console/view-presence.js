// Presence: who is where, their states, and users to add for a trial.

import { button, clock, empty, fill, formatted, h, iconButton, labelled, namesIn, refill } from './dom.js';
import { call, CallError } from './client.js';
import { jsonEditor } from './editor.js';
import { escapeList, escapeURL, stringify } from './encoding.js';

/** The most rows and columns of the table, and the most changes that are listed. */
const MOST_USERS = 200;
const MOST_CHANNELS = 12;
const MOST_CHANGES = 100;
/** How long a trial user stays without a sign of life, and how often the page gives one, in seconds. */
const LIFE = 60;
const BEAT = 25;

export function createPresence(app) {
    const matrix = h('div.matrix-box');
    const changes = h('ol.changes', { 'aria-label': 'Changes, the newest first' });
    const nothing = empty('No changes yet', 'Joins, leaves and states of the subscribed channels appear here as they happen.');
    const prefix = h('input', { name: 'prefix', autocomplete: 'off', spellcheck: 'false', placeholder: 'all', oninput: () => load() });
    const user = h('input', { name: 'user', required: true, autocomplete: 'off', spellcheck: 'false' });
    const stateChannel = h('input', { name: 'state-channel', required: true, value: 'chat', autocomplete: 'off', spellcheck: 'false' });
    const editor = jsonEditor({ value: { mood: 'fine' }, rows: 3, name: 'state' });
    const names = h('input', { name: 'trial-users', required: true, value: 'trial-ann, trial-bob', autocomplete: 'off', spellcheck: 'false' });
    const places = h('input', { name: 'trial-channels', required: true, value: 'chat', autocomplete: 'off', spellcheck: 'false' });
    const trialList = h('ul.chips', { 'aria-label': 'Trial users' });
    const trials = new Map();
    let data = { channels: {}, total: 0 };
    let isVisible = false;
    let timer = null;
    let isLoading = false;
    let isOutdated = false;

    async function load({ isShown = false } = {}) {
        // The page that is being read may be of another prefix.
        isOutdated = isLoading;
        if (isLoading) return;
        isLoading = true;
        try {
            const page = await app.admin.call(`/v1/channels?subscribeKey=${encodeURIComponent(app.context.subscribeKey)}&limit=1000&prefix=${encodeURIComponent(prefix.value.trim())}`);
            const occupied = page.channels.filter(({ occupancy }) => occupancy > 0);
            const shown = occupied.toSorted((left, right) => right.occupancy - left.occupancy).slice(0, MOST_CHANNELS).map(({ name }) => name);
            data = { channels: {}, total: occupied.length };
            if (shown.length > 0) {
                const { body } = await app.perform('hereNow', { channels: shown, groups: [], state: true }, { isQuiet: !isShown });
                data.channels = body.payload?.channels ?? { [shown[0]]: { uuids: body.uuids ?? [], occupancy: body.occupancy ?? 0 } };
            }
        } catch (error) {
            if (error.status === 404) data = { channels: {}, total: 0 };
            else {
                fill(matrix, empty('The clients cannot be listed', `${error.message}`, button('Try again', () => load())));
                return;
            }
        } finally {
            isLoading = false;
            if (isOutdated) load();
        }
        drawMatrix();
    }

    function drawMatrix() {
        const channels = Object.keys(data.channels).sort();
        const users = new Map();
        for (const name of channels) {
            for (const item of data.channels[name].uuids ?? []) {
                const id = typeof item === 'string' ? item : item.uuid;
                if (!users.has(id)) users.set(id, new Map());
                users.get(id).set(name, typeof item === 'string' ? null : item.state ?? null);
            }
        }
        if (users.size === 0) {
            fill(matrix, empty('Nobody is here', 'A client is in a channel while it subscribes to it. Add trial users to see them.'));
            return;
        }
        const sorted = [...users].sort(([left], [right]) => (left < right ? -1 : 1));
        const rows = sorted.slice(0, MOST_USERS).map(([id, where]) => h('tr', {}, h('th', { scope: 'row', class: 'name', title: id }, id),
            channels.map((name) => {
                if (!where.has(name)) return h('td', {}, h('span.absent', { role: 'img', 'aria-label': 'absent' }, '·'));
                const state = where.get(name);
                const label = `${id} in ${name}${state ? `, state ${stringify(state)}` : ''}`;
                return h('td', {}, h(`button.cell${state ? '.has-state' : ''}`, { type: 'button', 'aria-label': label, title: state ? stringify(state) : 'no state', onclick: () => edit(id, name, state) }, state ? '●' : '○'));
            })));
        refill(matrix, h('div.scroll', { tabindex: '0', role: 'region', 'aria-label': 'Users by channels' }, h('table.matrix', {},
            h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, `${formatted(users.size)} user${users.size === 1 ? '' : 's'}`),
                channels.map((name) => h('th', { scope: 'col', title: name }, h('span.column-name', {}, name), h('small', {}, formatted(data.channels[name].occupancy)))))),
            h('tbody', {}, rows))),
        h('p.muted.below', {}, '● with a state · ○ without', sorted.length > MOST_USERS ? ` · ${formatted(sorted.length - MOST_USERS)} more users are not shown` : '',
            data.total > channels.length ? ` · ${formatted(data.total - channels.length)} more channels are not shown` : ''));
    }

    function edit(id, channel, state) {
        user.value = id;
        stateChannel.value = channel;
        editor.area.value = stringify(state ?? {}, 2);
        editor.check();
        editor.area.focus();
    }

    app.feed.addEventListener('events', ({ detail }) => {
        const found = detail.filter((entry) => entry.kind === 'presence');
        if (found.length === 0) return;
        nothing.hidden = true;
        for (const entry of found.slice(-MOST_CHANGES)) {
            changes.prepend(h(`li.${entry.payload?.action ?? 'changed'}`, {}, h('time', {}, clock(entry.time)), h('span.channel', { title: entry.channel }, entry.channel), h('span.text', {}, entry.text)));
        }
        while (changes.childElementCount > MOST_CHANGES) changes.lastElementChild.remove();
        // Many changes at once lead to one request.
        if (!isVisible || timer) return;
        timer = setTimeout(() => {
            timer = null;
            if (isVisible) load();
        }, 1000);
    });

    const presenceURL = (id, channels, rest, query) => `${app.context.origin}/v2/presence/sub-key/${escapeURL(app.context.subscribeKey)}/channel/${escapeList(channels)}/${rest}?uuid=${escapeURL(id)}${query}${app.context.authKey ? `&auth=${escapeURL(app.context.authKey)}` : ''}`;

    async function addTrial(id, channels) {
        if (app.isReadOnly) throw new CallError('The console is read-only.', { status: 403 });
        const beat = () => call(presenceURL(id, channels, 'heartbeat', `&heartbeat=${LIFE}`));
        await beat();
        clearInterval(trials.get(id)?.interval);
        trials.set(id, { channels, interval: setInterval(() => beat().catch(() => {}), BEAT * 1000) });
    }

    async function removeTrial(id) {
        const trial = trials.get(id);
        clearInterval(trial.interval);
        trials.delete(id);
        await call(presenceURL(id, trial.channels, 'leave', ''));
    }

    function drawTrials() {
        fill(trialList, [...trials].map(([id, { channels }]) => h('li.chip', {}, h('span', { title: channels.join(', ') }, id), iconButton(`Remove ${id}`, 'close', app.handler(async () => {
            await removeTrial(id);
            drawTrials();
        })))));
    }

    const stateForm = h('form.card', {
        onsubmit: app.handler(async () => {
            const state = editor.value();
            await app.perform('setState', { user: user.value, channel: stateChannel.value, state });
            app.notice('The state is set.');
            await load();
        }),
    }, h('h2', {}, 'State'), h('div.grid', {}, labelled('User', user), labelled('Channel', stateChannel)), labelled('State', editor.area, { hint: 'A JSON object. The user has to be in the channel.' }), editor.state,
    h('div.actions', {}, h('button.primary', { type: 'submit' }, 'Set the state'), button('Read it', app.handler(async () => {
        const { body } = await app.perform('getState', { user: user.value, channel: stateChannel.value });
        editor.area.value = stringify(body.payload ?? {}, 2);
        editor.check();
    }))));
    const trialForm = h('form.card', {
        onsubmit: app.handler(async () => {
            const channels = namesIn(places.value);
            for (const id of namesIn(names.value).slice(0, 50)) await addTrial(id, channels);
            drawTrials();
            await load();
        }),
    }, h('h2', {}, 'Trial users'), h('p.muted', {}, `The page keeps them present with heartbeats while it is open, and ${LIFE} s longer.`), h('div.grid', {}, labelled('Users', names), labelled('Channels', places)),
    trialList, h('div.actions', {}, h('button.primary', { type: 'submit' }, 'Add'), button('Remove all', app.handler(async () => {
        for (const id of [...trials.keys()]) await removeTrial(id);
        drawTrials();
        await load();
    }))));
    addEventListener('pagehide', () => {
        for (const { interval } of trials.values()) clearInterval(interval);
    });
    app.addEventListener('settings', () => isVisible && load());
    const element = h('div.view', {}, h('div.view-head', {}, h('h1', {}, 'Presence'), button('Refresh', app.handler(() => load({ isShown: true })), { symbol: 'refresh' })),
        h('div.columns.wide-first', {}, h('section.card', { 'aria-labelledby': 'matrix-title' }, h('div.card-head', {}, h('h2', { id: 'matrix-title' }, 'Users and channels'), labelled('Channels that begin with', prefix)), matrix),
            h('div.stack', {}, h('section.card', { 'aria-labelledby': 'changes-title' }, h('h2', { id: 'changes-title' }, 'Changes'), nothing, changes), stateForm, trialForm)));
    return {
        element,
        show: () => {
            isVisible = true;
            load();
        },
        hide: () => { isVisible = false; },
    };
}
