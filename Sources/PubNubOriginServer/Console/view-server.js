// Server: what it does now, the nodes of its cluster, the last 15 minutes, keysets, connections, and the requests as they come.

import { samplesOf } from './admin.js';
import { Plot, meter } from './chart.js';
import { bytes, button, checkbox, clock, empty, fill, formatted, h, labelled, refill, select, short, span, table } from './dom.js';
import { millisecondsOf, visible } from './encoding.js';
import { Nodes } from './nodes.js';
import { Ring, VirtualList } from './ring.js';

/** How often metrics are read while the page is open, in milliseconds, and for how many seconds they are kept. */
const INTERVAL = 2000;
const SECONDS = 900;
const MOST_REQUESTS = 5000;

/** The metrics at one time that the plots and tiles need. */
function reading(text) {
    const samples = samplesOf(text);
    const sum = (name, accepts = () => true) => samples.filter((sample) => sample.name === name && accepts(sample.labels)).reduce((total, { value }) => total + value, 0);
    const isPoll = ({ route }) => route === 'subscribe' || route === 'subscribeV2';
    const buckets = new Map();
    for (const { name, labels, value } of samples) {
        if (name !== 'pubnub_request_duration_seconds_bucket' || isPoll(labels)) continue;
        const bound = labels.le === '+Inf' ? Infinity : Number(labels.le);
        buckets.set(bound, (buckets.get(bound) ?? 0) + value);
    }
    return {
        time: Date.now(), publishes: sum('pubnub_publishes_total'), deliveries: sum('pubnub_deliveries_total'), requests: sum('pubnub_requests_total'),
        errors: sum('pubnub_requests_total', ({ status }) => status.startsWith('5') || status === 'dropped'), refusals: sum('pubnub_requests_total', ({ status }) => status.startsWith('4')),
        connections: sum('pubnub_connections'), polls: sum('pubnub_held_polls'), memory: sum('process_resident_memory_bytes'), cpu: sum('process_cpu_seconds_total'),
        buffered: sum('pubnub_buffered_messages'), bufferedBytes: sum('pubnub_buffered_bytes'), bufferedChannels: sum('pubnub_buffered_channels'), evictions: sum('pubnub_buffer_evictions_total'), buckets,
    };
}

/** The duration that a share of the requests between two readings did not exceed, in milliseconds; null without requests. */
function percentile(before, after, share) {
    const bounds = [...after.buckets.keys()].sort((left, right) => left - right);
    const counts = bounds.map((bound) => after.buckets.get(bound) - (before.buckets.get(bound) ?? 0));
    const total = counts.at(-1) ?? 0;
    if (total <= 0) return null;
    const place = counts.findIndex((count) => count >= share * total);
    const upper = bounds[place];
    if (upper === Infinity) return bounds.at(-2) * 1000;
    const lower = place === 0 ? 0 : bounds[place - 1];
    const below = place === 0 ? 0 : counts[place - 1];
    return (lower + (upper - lower) * ((share * total - below) / Math.max(1, counts[place] - below))) * 1000;
}

export function createServer(app) {
    const readings = [];
    const points = { messages: [], latency: [], load: [], requests: [] };
    const tiles = ['Messages in', 'Messages out', 'Connections', 'Held polls', 'Processor', 'Memory'].map((label) => {
        const value = h('output.tile-value', {}, '–');
        const note = h('span.muted', {}, '');
        return { value, note, element: h('div.tile', {}, h('span.tile-label', {}, label), value, note) };
    });
    const milliseconds = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
    const plots = {
        messages: new Plot({ title: 'Messages per second', seconds: SECONDS, series: [{ label: 'out', kind: 'a' }, { label: 'in', kind: 'b' }] }),
        latency: new Plot({ title: 'Duration of requests', seconds: SECONDS, format: milliseconds, series: [{ label: '99 %', kind: 'a' }, { label: '50 %', kind: 'b' }] }),
        load: new Plot({ title: 'Connections and polls', seconds: SECONDS, series: [{ label: 'connections', kind: 'a' }, { label: 'polls', kind: 'b' }] }),
        requests: new Plot({ title: 'Requests per second', seconds: SECONDS, series: [{ label: 'all', kind: 'a' }, { label: '4xx', kind: 'b' }, { label: '5xx', kind: 'c' }] }),
    };
    const nodes = new Nodes();
    const about = h('dl.facts');
    const limits = h('div.limits');
    const keysets = h('div.result');
    const connections = h('div.result');
    const failure = h('p.warning', { role: 'alert', hidden: true });
    const all = new Ring(MOST_REQUESTS);
    let shown = all;
    const status = select([['', 'any status'], ['2', '2xx'], ['4', '4xx'], ['5', '5xx'], ['none', 'no response']], { name: 'status', onchange: () => refilter() });
    const words = h('input', { type: 'search', name: 'requests-search', placeholder: 'Search', oninput: () => refilter(), autocomplete: 'off', spellcheck: 'false' });
    const noPolls = checkbox('Without polls', { name: 'no-polls', onchange: () => refilter() });
    const streamState = h('span.muted', { 'aria-live': 'polite' });
    const logElement = h('div.list.short', { id: 'requests', 'aria-label': 'Requests' });
    const chosen = h('pre.raw.request-line', { hidden: true, tabindex: '0', 'aria-label': 'The selected request' });
    let lastNumber = 0;
    let dropped = 0;
    let isVisible = false;
    let isReadingNodes = false;
    const failures = { plots: '', lists: '' };

    /** Shows in the line below the title why the plots, or else the lists, are not up to date. */
    function drawFailure() {
        const text = failures.plots || failures.lists;
        failure.hidden = text === '';
        // The line is an alert, which a screen reader repeats when its text is set.
        if (failure.textContent !== text) failure.textContent = text;
    }

    async function read() {
        try {
            const now = reading(await app.admin.metrics());
            const before = readings.at(-1);
            readings.push(now);
            while (readings.length > SECONDS * 1000 / INTERVAL + 2) readings.shift();
            failures.plots = '';
            if (before) add(before, now);
        } catch (error) {
            failures.plots = `${error.message} The plots have a gap until it does.`;
            for (const list of Object.values(points)) list.push({ time: Date.now(), values: [null, null, null] });
            readings.length = 0;
        }
        drawFailure();
        if (isVisible) draw();
    }

    function add(before, now) {
        const seconds = (now.time - before.time) / 1000;
        // After a restart the counters begin at zero.
        const rate = (name) => (now[name] >= before[name] ? (now[name] - before[name]) / seconds : null);
        const time = now.time;
        points.messages.push({ time, values: [rate('deliveries'), rate('publishes')] });
        points.latency.push({ time, values: [percentile(before, now, 0.99), percentile(before, now, 0.5)] });
        points.load.push({ time, values: [now.connections, now.polls] });
        points.requests.push({ time, values: [rate('requests'), rate('refusals'), rate('errors')] });
        for (const list of Object.values(points)) while (list.length > SECONDS * 1000 / INTERVAL + 2) list.shift();
    }

    function draw() {
        const now = readings.at(-1);
        const time = Date.now();
        for (const [name, plot] of Object.entries(plots)) plot.update(points[name], time);
        if (!now) return;
        const before = readings.at(-2) ?? now;
        const seconds = Math.max(0.001, (now.time - before.time) / 1000);
        const texts = [
            [`${short(points.messages.at(-1)?.values[1] ?? 0)}/s`, `${formatted(now.publishes)} in all`], [`${short(points.messages.at(-1)?.values[0] ?? 0)}/s`, `${formatted(now.deliveries)} in all`],
            [formatted(now.connections), `of ${formatted(app.server?.limits.connections ?? 0)}`], [formatted(now.polls), 'waiting clients'],
            [`${Math.round(((now.cpu - before.cpu) / seconds) * 100)} %`, 'of one core'], [bytes(now.memory), 'in RAM'],
        ];
        tiles.forEach((tile, index) => {
            tile.value.textContent = texts[index][0];
            tile.note.textContent = texts[index][1];
        });
        const { bufferedBytes, bufferedChannels, buffered, evictions } = now;
        const limit = app.server?.limits;
        if (limit) {
            fill(limits, [['Buffered bytes', bufferedBytes, limit.bufferedBytes, bytes], ['Buffered channels', bufferedChannels, limit.bufferedChannels, formatted], ['Connections', now.connections, limit.connections, formatted]]
                .map(([label, value, most, format]) => h('div.limit', {}, h('span', {}, label), meter(value, most, label), h('span.number', {}, `${format(value)} of ${format(most)}`))),
            h('p.muted', {}, `${formatted(buffered)} messages in buffers, ${formatted(evictions)} left them by a limit.`));
        }
    }

    /** Reads the lists. Only a failure that the user `isWaiting` for leads to a notice: the timer repeats its call, and the notice would stay. */
    async function readLists({ isWaiting = false } = {}) {
        try {
            const server = await app.refreshServer();
            fill(about, [['Version', server.version], ['Uptime', span(server.uptimeSeconds)], ['State', server.ready ? 'ready' : server.reasons.join(', ')], ['Address', server.origin.url], ['Storage', server.storage === 'file' ? 'data file' : 'memory'], ['Descriptors', `${formatted(server.process.openDescriptors)} of ${server.process.maximumDescriptors === null ? 'any number' : formatted(server.process.maximumDescriptors)}`]]
                .map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
            const found = await app.admin.call('/v1/keysets?limit=100');
            refill(keysets, found.keysets.length === 0 ? empty('No keysets yet', 'The server serves any keys. A keyset appears here with its first client or message.')
                : table([{ label: 'Subscribe key', kind: 'name' }, { label: 'Access manager' }, { label: 'Channels', kind: 'number' }, { label: 'In channels', kind: 'number' }, { label: 'Polls', kind: 'number' }, { label: 'Buffered', kind: 'number' }, { label: 'Stored', kind: 'number' }],
                    found.keysets.map(({ subscribeKey, accessManager, usage, quotas }) => [h('span.cut', { title: subscribeKey }, subscribeKey), accessManager ? 'on' : 'off', formatted(usage.bufferedChannels), of(usage.occupants, quotas.occupants, formatted), of(usage.heldPolls, quotas.heldPolls, formatted), formatted(usage.bufferedMessages), of(usage.storedBytes, quotas.storedBytes, bytes)]), { label: 'Keysets' }));
            const open = await app.admin.call('/v1/connections?limit=50');
            refill(connections, open.connections.length === 0 ? empty('No connections', 'No client is connected to the public port.')
                : [table([{ label: 'Client', kind: 'name' }, { label: 'State' }, { label: 'Idle for', kind: 'number' }], open.connections.map(({ peer, isBusy, idleSeconds }) => [peer, isBusy ? 'serves a request' : 'idle', isBusy ? '' : span(idleSeconds)]), { label: 'Connections' }),
                    open.total > open.connections.length ? h('p.muted', {}, `The first ${open.connections.length} of ${formatted(open.total)}.`) : null]);
            failures.lists = '';
        } catch (error) {
            if (error.status === 401) return;
            failures.lists = `The lists are not up to date: ${app.reason(error)}`;
            if (isWaiting) app.fail(error);
        }
        drawFailure();
    }

    async function readNodes() {
        if (isReadingNodes) return;
        isReadingNodes = true;
        try {
            nodes.update(await app.admin.call('/api/cluster'));
        } catch (error) {
            if (error.status !== 401) nodes.fail(error);
        } finally {
            isReadingNodes = false;
        }
    }

    const of = (value, quota, format) => (quota === null ? format(value) : h('span', {}, `${format(value)} of ${format(quota)} `, meter(value, quota, 'of the quota')));

    const accepts = (request) => {
        if (noPolls.input.checked && request.route.startsWith('subscribe')) return false;
        if (status.value === 'none' ? request.status !== null : status.value !== '' && String(request.status)[0] !== status.value) return false;
        const text = words.value.trim().toLowerCase();
        return text === '' || `${request.method} ${request.target} ${request.route} ${request.status ?? ''} ${request.peer ?? ''}`.toLowerCase().includes(text);
    };

    function refilter() {
        const isFiltered = status.value !== '' || words.value.trim() !== '' || noPolls.input.checked;
        shown = all;
        if (isFiltered) {
            shown = new Ring(MOST_REQUESTS);
            for (const request of all) if (accepts(request)) shown.push(request);
        }
        list.show(shown);
    }

    const list = new VirtualList({
        element: logElement, source: shown, rowHeight: 28,
        createRow: () => h('div.row.request', {}, h('time', {}), h('span.badge', {}), h('span.method', {}), h('span.text', {}), h('span.number', {}), h('span.number', {})),
        draw: (row, request) => {
            const [time, badge, method, text, duration, size] = row.children;
            // The list is in the order of the responses.
            time.textContent = clock(millisecondsOf(request.timetoken) + request.microseconds / 1000);
            badge.textContent = request.status ?? '–';
            badge.className = `badge s${String(request.status ?? 'x')[0]}`;
            method.textContent = request.method || '–';
            text.textContent = visible(request.target || request.route);
            text.title = text.textContent;
            duration.textContent = request.microseconds >= 1_000_000 ? `${(request.microseconds / 1_000_000).toFixed(1)} s` : `${(request.microseconds / 1000).toFixed(1)} ms`;
            size.textContent = bytes(request.sentBytes);
        },
        select: (request) => {
            chosen.hidden = false;
            chosen.textContent = `${request.method} ${request.target}\nroute ${request.route} · status ${request.status ?? 'none'} · ${request.receivedBytes} bytes in, ${request.sentBytes} out · ${request.microseconds} µs · from ${request.peer ?? 'unknown'}`;
        },
    });

    /** Reads the stream for as long as the page is open, and begins again after a failure. */
    async function stream() {
        let pause = 500;
        while (true) {
            try {
                await app.admin.requests({
                    after: lastNumber, onOpen: () => {
                        pause = 500;
                        streamState.textContent = '';
                    },
                    onRequest: (request) => {
                        lastNumber = request.number;
                        all.push(request);
                        if (shown !== all && accepts(request)) shown.push(request);
                        if (isVisible) list.update();
                    },
                    onDropped: (count) => {
                        dropped += count;
                        streamState.textContent = `${formatted(dropped)} requests were not shown, because they came too fast.`;
                    },
                });
            } catch (error) {
                if (error.status === 401) return;
            }
            streamState.textContent = 'The stream of requests is interrupted.';
            await new Promise((resolve) => setTimeout(resolve, pause));
            pause = Math.min(10_000, pause * 2);
        }
    }

    read();
    setInterval(read, INTERVAL);
    setInterval(() => {
        if (!isVisible || document.hidden) return;
        readLists();
        readNodes();
    }, 5000);
    stream();
    const element = h('div.view', {}, h('div.view-head', {}, h('h1', {}, 'Server'), button('Refresh', app.handler(() => Promise.all([read(), readLists({ isWaiting: true }), readNodes()])), { symbol: 'refresh' })), failure, h('div.tiles', {}, tiles.map(({ element }) => element)), nodes.element,
        h('div.plots', {}, Object.values(plots).map(({ element }) => element)),
        h('section.card', { 'aria-labelledby': 'log-title' }, h('div.card-head', {}, h('h2', { id: 'log-title' }, 'Requests'), streamState), h('div.bar-row', {}, labelled('Search in requests', words), labelled('Status', status), h('div.field.end', {}, noPolls)), logElement, chosen),
        h('div.columns', {}, h('div.stack', {}, h('section.card', { 'aria-labelledby': 'about-title' }, h('h2', { id: 'about-title' }, 'About'), about), h('section.card', { 'aria-labelledby': 'limits-title' }, h('h2', { id: 'limits-title' }, 'Buffers and limits'), limits)),
            h('div.stack', {}, h('section.card', { 'aria-labelledby': 'keysets-title' }, h('h2', { id: 'keysets-title' }, 'Keysets'), keysets), h('section.card', { 'aria-labelledby': 'connections-title' }, h('h2', { id: 'connections-title' }, 'Connections'), connections))));
    return {
        element,
        show: () => {
            isVisible = true;
            draw();
            readLists();
            readNodes();
            list.update();
        },
        hide: () => { isVisible = false; },
    };
}
