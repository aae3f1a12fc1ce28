// The page's one subscription, and the newest events of it.

import { Subscriber } from './client.js';
import { compareTimetokens, millisecondsOf, stringify } from './encoding.js';
import { Ring } from './ring.js';

/** How many events are kept. */
export const CAPACITY = 10_000;

/** An event in the list, with what is drawn of it. */
class Entry {
    #text = null;
    version = 0;

    constructor(event) {
        Object.assign(this, event);
        this.received = Date.now();
        this.time = event.timetoken ? millisecondsOf(event.timetoken) : this.received;
    }

    /** The payload on one line, made when it is first needed. */
    get text() {
        this.#text ??= summary(this);
        return this.#text;
    }

    matches(words) {
        const text = `${this.kind} ${this.channel} ${this.publisher} ${this.text}`.toLowerCase();
        return words.every((word) => text.includes(word));
    }
}

/** What an event says in one line. */
function summary({ kind, payload, isFilled, gap }) {
    if (kind === 'gap') return gap.found.length === 0 ? 'messages may be missing here' : `${gap.found.length} message${gap.found.length === 1 ? '' : 's'} came from history${gap.isComplete ? '' : ', and older ones may be missing'}`;
    if (kind === 'presence') {
        const { action, uuid, occupancy, data } = payload ?? {};
        const who = uuid ?? [...(payload?.join ?? []), ...(payload?.leave ?? []), ...(payload?.timeout ?? [])].join(', ');
        return `${action ?? 'changed'} ${who}${occupancy === undefined ? '' : ` · ${occupancy} here`}${data ? ` · ${stringify(data)}` : ''}`;
    }
    if (kind === 'action') return `${payload?.event ?? ''} ${payload?.data?.type ?? ''}: ${payload?.data?.value ?? ''}`;
    if (kind === 'object') return `${payload?.event ?? ''} ${payload?.type ?? ''} ${stringify(payload?.data)}`;
    const text = typeof payload === 'string' ? payload : stringify(payload);
    return `${isFilled ? '(from history) ' : ''}${text.length > 400 ? `${text.slice(0, 400)}…` : text}`;
}

export class Feed extends EventTarget {
    all = new Ring(CAPACITY);
    shown = this.all;
    counts = { received: 0, gaps: 0, filled: 0, failures: 0 };
    isPaused = false;
    #held = [];
    #pending = [];
    #scheduled = false;
    #words = [];
    #kinds = new Set(['message', 'signal', 'presence', 'action', 'object', 'file', 'gap']);
    #subscriber = null;
    #rates = [];

    /** The state of the connection. */
    state = { name: 'idle', attempt: 0, error: null, timetoken: '0' };

    get kinds() { return this.#kinds; }
    get timetoken() { return this.#subscriber?.timetoken ?? '0'; }

    /** Starts over with other settings; see `Subscriber`. */
    connect(settings) {
        const former = this.#subscriber;
        this.#subscriber = new Subscriber(settings, {
            onEvents: (events) => this.#receive(events),
            onState: (state) => this.#changed(state),
            onGap: (gap) => this.#gap(gap),
        });
        former?.stop();
    }

    subscribe(channels, groups, timetoken) {
        this.#subscriber?.subscribe(channels, groups, timetoken);
    }

    stop() {
        this.#subscriber?.stop();
    }

    retry() {
        this.#subscriber?.retry();
    }

    /** Messages in the last seconds, per second. */
    get rate() {
        const now = performance.now();
        this.#rates = this.#rates.filter(({ time }) => now - time < 5000);
        if (this.#rates.length === 0) return 0;
        const seconds = Math.max(1, (now - this.#rates[0].time) / 1000);
        return this.#rates.reduce((sum, { count }) => sum + count, 0) / seconds;
    }

    /** Keeps what comes until `resume`, and shows none of it. */
    pause() {
        this.isPaused = true;
        this.dispatchEvent(new Event('change'));
    }

    resume() {
        this.isPaused = false;
        const held = this.#held;
        this.#held = [];
        for (const entry of held) this.#pending.push(entry);
        this.#schedule();
        this.dispatchEvent(new Event('change'));
    }

    get heldCount() { return this.#held.length; }

    /** Shows only events with all words of `text`, and of these kinds. */
    filter(text, kinds) {
        this.#words = text.toLowerCase().split(/\s+/).filter(Boolean);
        this.#kinds = new Set(kinds);
        if (!this.#isFiltered) {
            this.shown = this.all;
        } else {
            this.shown = new Ring(CAPACITY);
            for (const entry of this.all) if (this.#accepts(entry)) this.shown.push(entry);
        }
        this.dispatchEvent(new Event('source'));
    }

    clear() {
        this.all.clear();
        this.#pending = [];
        this.#held = [];
        if (this.shown !== this.all) this.shown.clear();
        this.dispatchEvent(new Event('source'));
    }

    get #isFiltered() { return this.#words.length > 0 || this.#kinds.size < 7; }

    #accepts(entry) {
        return this.#kinds.has(entry.kind) && (this.#words.length === 0 || entry.matches(this.#words));
    }

    #receive(events) {
        this.counts.received += events.length;
        this.#rates.push({ time: performance.now(), count: events.length });
        const entries = events.map((event) => new Entry(event));
        this.dispatchEvent(new CustomEvent('events', { detail: entries }));
        this.#add(entries);
    }

    #add(entries) {
        if (this.isPaused) {
            this.#held.push(...entries);
            if (this.#held.length > CAPACITY) this.#held.splice(0, this.#held.length - CAPACITY);
        } else {
            for (const entry of entries) this.#pending.push(entry);
        }
        this.#schedule();
    }

    #gap(gap) {
        this.counts.gaps += 1;
        this.counts.filled += gap.found.length;
        const entries = gap.found.map((event) => new Entry(event)).sort((left, right) => compareTimetokens(left.timetoken, right.timetoken));
        this.#add([new Entry({ kind: 'gap', channel: gap.channel, subscription: '', publisher: '', payload: null, meta: null, customType: '', timetoken: gap.to, gap }), ...entries]);
        if (entries.length > 0) this.dispatchEvent(new CustomEvent('events', { detail: entries }));
    }

    #changed(state) {
        if (state.error) this.counts.failures += 1;
        const isNews = state.name !== this.state.name || state.attempt !== this.state.attempt;
        this.state = state;
        if (isNews) this.dispatchEvent(new CustomEvent('state', { detail: state }));
    }

    /** Whatever comes within a frame is added at once. */
    #schedule() {
        if (this.#scheduled) return;
        this.#scheduled = true;
        const add = () => {
            if (!this.#scheduled) return;
            this.#scheduled = false;
            const pending = this.#pending;
            this.#pending = [];
            for (const entry of pending) {
                this.all.push(entry);
                if (this.shown !== this.all && this.#accepts(entry)) this.shown.push(entry);
            }
            if (this.shown !== this.all) {
                const oldest = this.all.at(0);
                while (this.shown.length > 0 && oldest && this.shown.at(0).received < oldest.received) this.shown.shift();
            }
            this.dispatchEvent(new Event('added'));
        };
        requestAnimationFrame(add);
        // A page in the background has no frames, and must not gather events without end.
        setTimeout(add, 1000);
    }
}
