// The page's one subscription, and the newest events of it.

import { Subscriber } from './client.js';
import { compareTimetokens, millisecondsOf, parse, stringify } from './encoding.js';
import { Ring, SizedRing } from './ring.js';

/** How many events are kept, and how many characters their content may have. */
const CAPACITY = 10_000;
const BUDGET = 64_000_000;
/** The most characters of an event in the list. */
const MOST_CHARACTERS = 400;

/** The JSON text of an object or an array, which can need fifty times less memory than its value: `[{},{},…]`. */
class Packed {
    constructor(value) {
        this.text = stringify(value);
    }
}

const pack = (value) => (value !== null && typeof value === 'object' ? new Packed(value) : value);
const unpack = (packed) => (packed instanceof Packed ? parse(packed.text) : packed);
const textOf = (packed) => (packed instanceof Packed ? packed.text : typeof packed === 'string' ? packed : stringify(packed));
const sizeOf = (packed) => (packed instanceof Packed || typeof packed === 'string' ? textOf(packed).length : 0);

/** An event in the list, with what is drawn of it. */
class Entry {
    #payload;
    #meta;
    #text = null;
    version = 0;

    constructor({ payload, meta, ...event }) {
        Object.assign(this, event);
        this.#payload = pack(payload);
        this.#meta = pack(meta);
        this.size = sizeOf(this.#payload) + sizeOf(this.#meta);
        this.received = Date.now();
        this.time = event.timetoken ? millisecondsOf(event.timetoken) : this.received;
    }

    /** The payload. Each call parses it again. */
    get payload() { return unpack(this.#payload); }

    /** The metadata. Each call parses it again. */
    get meta() { return unpack(this.#meta); }

    /** The payload as JSON, or a string as it is. */
    get payloadText() { return textOf(this.#payload); }

    /** The payload on one line, made when it is first needed. */
    get text() {
        if (this.#text === null) {
            const text = summary(this);
            this.#text = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
        }
        return this.#text;
    }

    matches(words) {
        const text = `${this.kind} ${this.channel} ${this.publisher} ${this.text}`.toLowerCase();
        return words.every((word) => text.includes(word));
    }
}

/** What an event says in one line. */
function summary(entry) {
    const { kind, gap, isFilled } = entry;
    if (kind === 'gap') return gap.count === 0 ? 'messages may be missing here' : `${gap.count} message${gap.count === 1 ? '' : 's'} came from history${gap.isComplete ? '' : ', and older ones may be missing'}`;
    if (!['presence', 'action', 'object'].includes(kind)) return `${isFilled ? '(from history) ' : ''}${entry.payloadText.slice(0, MOST_CHARACTERS + 1)}`;
    const { payload } = entry;
    if (kind === 'presence') {
        const { action, uuid, occupancy, data } = payload ?? {};
        const who = uuid ?? [...(payload?.join ?? []), ...(payload?.leave ?? []), ...(payload?.timeout ?? [])].join(', ');
        return `${action ?? 'changed'} ${who}${occupancy === undefined ? '' : ` · ${occupancy} here`}${data ? ` · ${stringify(data)}` : ''}`;
    }
    if (kind === 'action') return `${payload?.event ?? ''} ${payload?.data?.type ?? ''}: ${payload?.data?.value ?? ''}`;
    return `${payload?.event ?? ''} ${payload?.type ?? ''} ${stringify(payload?.data)}`;
}

export class Feed extends EventTarget {
    counts = { received: 0, gaps: 0, filled: 0, failures: 0 };
    isPaused = false;
    #held;
    #pending;
    #lastNumber = 0;
    #scheduled = false;
    #words = [];
    #kinds = new Set(['message', 'signal', 'presence', 'action', 'object', 'file', 'gap']);
    #subscriber = null;
    #rates = [];

    /** The state of the connection. */
    state = { name: 'idle', attempt: 0, error: null, timetoken: '0' };

    /** At most `capacity` events are kept, with at most `budget` characters of content; and as many again while the feed is paused. */
    constructor({ capacity = CAPACITY, budget = BUDGET } = {}) {
        super();
        this.all = new SizedRing(capacity, budget);
        this.shown = this.all;
        this.#held = new SizedRing(capacity, budget);
        this.#pending = new SizedRing(capacity, budget);
    }

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
        for (const entry of this.#held) this.#pending.push(entry);
        this.#pending.isAtBudget ||= this.#held.isAtBudget;
        this.#held.clear();
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
            this.shown = new Ring(this.all.capacity);
            for (const entry of this.all) if (this.#accepts(entry)) this.shown.push(entry);
        }
        this.dispatchEvent(new Event('source'));
    }

    clear() {
        this.all.clear();
        this.#pending.clear();
        this.#held.clear();
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
        const target = this.isPaused ? this.#held : this.#pending;
        for (const entry of entries) target.push(entry);
        this.#schedule();
    }

    #gap({ found, ...gap }) {
        this.counts.gaps += 1;
        this.counts.filled += found.length;
        const entries = found.map((event) => new Entry(event)).sort((left, right) => compareTimetokens(left.timetoken, right.timetoken));
        this.#add([new Entry({ kind: 'gap', channel: gap.channel, subscription: '', publisher: '', payload: null, meta: null, customType: '', timetoken: gap.to, gap: { ...gap, count: found.length } }), ...entries]);
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
            for (const entry of this.#pending) {
                this.#lastNumber += 1;
                entry.number = this.#lastNumber;
                this.all.push(entry);
                if (this.shown !== this.all && this.#accepts(entry)) this.shown.push(entry);
            }
            this.all.isAtBudget ||= this.#pending.isAtBudget;
            this.#pending.clear();
            if (this.shown !== this.all) {
                const oldest = this.all.at(0);
                while (this.shown.length > 0 && oldest && this.shown.at(0).number < oldest.number) this.shown.shift();
            }
            this.dispatchEvent(new Event('added'));
        };
        requestAnimationFrame(add);
        // A page in the background has no frames, and must not gather events without end.
        setTimeout(add, 1000);
    }
}
