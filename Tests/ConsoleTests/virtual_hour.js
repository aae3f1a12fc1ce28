// A clock that the check advances, and the traffic of a busy server, in place of the browser's timers and of long polls. It runs before the
// scripts of the page. Until `virtual.drive` is called the clock follows the real one.

window.virtual = {};
{
    const CHANNELS = 10;
    const MESSAGES = 10;
    const USERS = 500;
    const BURST = 80;
    const PATIENT_CALLS = ['/v2/subscribe/', '/v1/requests', '/metrics'];
    const real = { fetch: window.fetch.bind(window), now: Date.now.bind(Date), interval: window.setInterval.bind(window) };
    const encoder = new TextEncoder();
    const begin = real.now();
    let time = begin;
    let isDriven = false;

    // The clock: timers and frames run when the time has come for them, and only then.

    const timers = new Map();
    let lastTimer = 0;
    let frames = [];
    const start = (work, delay, every) => {
        lastTimer += 1;
        timers.set(lastTimer, { due: time + Math.max(1, Number(delay) || 0), work, every });
        return lastTimer;
    };
    window.setTimeout = (work, delay, ...values) => start(() => work(...values), delay, null);
    window.setInterval = (work, delay, ...values) => start(() => work(...values), delay, Math.max(1, delay));
    window.clearTimeout = window.clearInterval = (timer) => { timers.delete(timer); };
    window.requestAnimationFrame = (work) => frames.push(work);
    Date.now = () => Math.trunc(time);
    performance.now = () => time - begin;

    function advance(milliseconds) {
        const end = time + milliseconds;
        while (true) {
            let next = null;
            for (const [id, timer] of timers) if (timer.due <= end && (next === null || timer.due < timers.get(next).due)) next = id;
            if (next === null) break;
            const timer = timers.get(next);
            time = Math.max(time, timer.due);
            if (timer.every === null) timers.delete(next);
            else timer.due += timer.every;
            timer.work();
        }
        time = end;
        const due = frames;
        frames = [];
        for (const work of due) work(performance.now());
    }
    let before = real.now();
    real.interval(() => {
        const now = real.now();
        if (!isDriven) advance(now - before);
        before = now;
    }, 20);

    // What the server sends: polls and the stream of requests come from here, metrics are repeated, and the rest is from the server.

    let held = null;
    let onPoll = () => {};
    let queue = [];
    let stream = null;
    let metrics = null;
    let outstanding = 0;
    const json = (value, status = 200) => new Response(JSON.stringify(value), { status });
    const page = () => {
        const events = queue;
        queue = [];
        return json({ t: { t: timetoken(), r: 1 }, m: events });
    };

    function poll(url, signal) {
        return new Promise((resolve, reject) => {
            signal?.addEventListener('abort', () => {
                if (held?.resolve === resolve) held = null;
                reject(new DOMException('aborted', 'AbortError'));
            });
            if (url.searchParams.get('tt') === '0') return resolve(page());
            held = { resolve };
            onPoll();
        });
    }

    async function fromServer(resource, options) {
        outstanding += 1;
        try {
            const response = await real.fetch(resource, options);
            return new Response(await response.arrayBuffer(), { status: response.status, headers: response.headers });
        } finally {
            outstanding -= 1;
        }
    }

    window.fetch = async (resource, options = {}) => {
        const url = new URL(resource, location.href);
        const kind = PATIENT_CALLS.find((prefix) => url.pathname.startsWith(prefix));
        if (kind === '/v2/subscribe/') return poll(url, options.signal);
        if (kind === '/v1/requests') return new Response(new ReadableStream({ start: (controller) => { stream = controller; } }));
        if (kind === '/metrics') {
            metrics ??= await (await fromServer(resource, options)).text();
            return new Response(metrics.replace(/^(pubnub_publishes_total\S*) .*$/m, (_, name) => `${name} ${virtual.messages}`));
        }
        return fromServer(resource, options);
    };

    // The traffic of a second.

    let number = 0;
    Object.assign(virtual, { messages: 0, events: 0, requests: 0, seconds: 0, isDone: true, errors: [] });
    const timetoken = () => `${Math.trunc(time)}${String(number % 10_000).padStart(4, '0')}`;

    function send(channel, user, payload, kind = 0) {
        number += 1;
        virtual.events += 1;
        queue.push({ a: '1', f: 0, p: { t: timetoken(), r: 1 }, k: 'demo-sub', c: channel, b: channel, i: user, e: kind, d: payload, u: { number } });
    }

    function request(target, microseconds) {
        virtual.requests += 1;
        const record = { number: virtual.requests, timetoken: timetoken(), method: 'GET', target, route: 'publish', status: virtual.requests % 50 === 0 ? 403 : 200, receivedBytes: 200, sentBytes: 30, microseconds, peer: '127.0.0.1:50000' };
        stream?.enqueue(encoder.encode(`data: ${JSON.stringify(record)}\n\n`));
    }

    function produce(second) {
        const burst = second % 60 === 59 ? BURST : 0;
        for (let index = 0; index < MESSAGES + burst; index += 1) {
            virtual.messages += 1;
            const channel = `hour.${virtual.messages % CHANNELS}`;
            send(channel, `user-${virtual.messages % USERS}`, { number: 100_000 + virtual.messages, text: `the ${virtual.messages}th of an hour`.padEnd(40 + virtual.messages % 80, '.') });
            request(`/publish/demo-pub/demo-sub/0/${channel}/0/***?uuid=user-${virtual.messages % USERS}`, 500 + virtual.messages % 900);
        }
        const user = `user-${second % USERS}`;
        const channel = `hour.${second % CHANNELS}-pnpres`;
        if (second % 60 === 30) send(channel, '', { action: 'interval', occupancy: 40, timestamp: Math.trunc(time / 1000), join: [user, `${user}-a`], leave: [`${user}-b`] });
        else send(channel, user, { action: ['join', 'state-change', 'leave', 'timeout'][second % 4], uuid: user, occupancy: 40, timestamp: Math.trunc(time / 1000), ...(second % 4 === 1 ? { data: { mood: 'fine' } } : {}) });
        if (second % 2 === 0) send(`hour.${second % CHANNELS}`, user, 'typing', 1);
        if (second % 5 === 0) send(`hour.${second % CHANNELS}`, user, { source: 'actions', version: '1.0', event: 'added', data: { type: 'reaction', value: '👍', messageTimetoken: timetoken(), actionTimetoken: timetoken() } }, 3);
        if (second % 30 === 0) send(`hour.${second % CHANNELS}`, user, { source: 'objects', version: '2.0', event: 'set', type: 'uuid', data: { id: user, name: `User ${second}` } }, 2);
    }

    // A visitor who looks at each view in a quarter of an hour, and comes back to Live.

    const VIEWS = ['publish', 'presence', 'history', 'registry', 'context', 'access', 'server', 'faults', 'code'];
    const set = (selector, value) => {
        const element = document.querySelector(selector);
        element.value = value;
        element.dispatchEvent(new Event('input', { bubbles: true }));
    };

    function visit(second) {
        const minute = Math.floor(second / 60) % 15;
        const isView = minute >= 1 && minute <= VIEWS.length;
        if (second % 60 === 0 && isView) location.hash = `#${VIEWS[minute - 1]}`;
        if (second % 60 === 50 && isView) location.hash = '#live';
        if (minute === 11 && (second % 60 === 5 || second % 60 === 35)) document.querySelector('[name=pause]').click();
        if (minute === 12 && second % 60 === 5) set('[name=search]', 'user-123');
        if (minute === 12 && second % 60 === 50) set('[name=search]', '');
        if (minute === 13 && second % 60 === 5) document.querySelector('#events .row:not([hidden])').click();
        if (minute === 13 && second % 60 === 25) document.querySelector('.detail button').click();
        if (minute === 13 && second % 60 === 30) document.querySelector('[name=newest]').click();
    }

    const { port1, port2 } = new MessageChannel();
    const rest = () => new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(null);
    });

    /** Gives the events of a second to the poll, and waits until the page polls again. Every 25 s a poll fails instead. */
    async function deliver(second) {
        if (held === null) return;
        const { resolve } = held;
        held = null;
        if (second % 25 === 20) return resolve(json({ message: 'busy' }, 503));
        const next = new Promise((polled) => { onPoll = polled; });
        resolve(page());
        await next;
    }

    /** Lets so many seconds pass, as fast as the page can follow. */
    virtual.drive = async (seconds) => {
        isDriven = true;
        virtual.isDone = false;
        try {
            for (let rounds = 0; rounds < seconds; rounds += 1) {
                const second = virtual.seconds;
                virtual.seconds += 1;
                visit(second);
                produce(second);
                await deliver(second);
                await rest();
                advance(1000);
                do await rest(); while (outstanding > 0);
            }
        } catch (error) {
            virtual.errors.push(String(error.stack));
        }
        virtual.isDone = true;
    };

    /** Lets the clock follow the real one again. */
    virtual.release = () => {
        before = real.now();
        isDriven = false;
    };
}
