// A small client of the public protocol: single calls, and a subscription by long polls. It knows nothing of the page.

import { addToTimetoken, compareTimetokens, escapeList, escapeURL, parse } from './encoding.js';

/** An error of a call: the service refused it, or no whole response arrived. */
export class CallError extends Error {
    constructor(message, { status = 0, body = null, text = '' } = {}) {
        super(message);
        this.status = status;
        this.body = body;
        this.text = text;
    }
}

/**
 * Makes a call of the protocol.
 *
 * @param {string} url The whole URL.
 * @param {{method?: string, body?: string, headers?: object, signal?: AbortSignal}} options
 * @returns {Promise<{status: number, body: any, text: string, milliseconds: number}>} The response with its JSON parsed.
 * @throws {CallError} With a status if there was a response.
 */
export async function call(url, options = {}) {
    const start = performance.now();
    let response;
    let text;
    try {
        response = await fetch(url, { ...options, cache: 'no-store', credentials: 'omit', redirect: 'error' });
        text = await response.text();
    } catch (error) {
        if (error.name === 'AbortError') throw error;
        throw new CallError('No whole response arrived.');
    }
    let body = null;
    try {
        body = text === '' ? null : parse(text);
    } catch {
        throw new CallError('The response is not JSON.', { status: response.status, text });
    }
    const milliseconds = performance.now() - start;
    if (!response.ok) throw new CallError(reason(body) ?? `Status ${response.status}`, { status: response.status, body, text });
    return { status: response.status, body, text, milliseconds };
}

/** What the service says about an error; null if it says nothing. */
export function reason(body) {
    if (Array.isArray(body)) return typeof body[1] === 'string' ? body[1] : null;
    if (body === null || typeof body !== 'object') return null;
    if (typeof body.error === 'object' && body.error !== null) return body.error.message ?? null;
    return body.message ?? body.error_message ?? (typeof body.error === 'string' ? body.error : null);
}

/** The kinds of events, by the number that an envelope has. */
const KINDS = { 0: 'message', 1: 'signal', 2: 'object', 3: 'action', 4: 'file' };
const PRESENCE = '-pnpres';

/** Pauses between attempts, in milliseconds. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;
/** The first poll has a response immediately; a later one within the five minutes of a long poll. */
const FIRST_LIMIT = 30_000;
const POLL_LIMIT = 320_000;
/** The messages of a page of history, and the most pages that are read for one gap. */
const PAGE = 100;
const MOST_PAGES = 20;

/**
 * A subscription. It polls from a timetoken on, repeats a poll without a whole response, and reports what it may have missed.
 *
 * `onEvents(events)` receives the events of one poll, oldest first. `onState(state)` receives
 * `{name, attempt, error, timetoken}`, where `name` is `idle`, `connecting`, `connected`, `waiting` (for the next attempt) or `denied`.
 * `onGap(gap)` receives `{channel, from, to, found, isComplete}` when messages between two timetokens did not come by polls; `found` are
 * those that history has, and `isComplete` whether these are all of them as far as the client can know.
 */
export class Subscriber {
    #settings;
    #listener;
    #channels = [];
    #groups = [];
    #timetoken = '0';
    #region = '';
    #abort = null;
    #wake = null;
    #state = { name: 'idle', attempt: 0, error: null, timetoken: '0' };
    #run = 0;

    /**
     * @param {{origin: string, subscribeKey: string, userID: string, authKey?: string, filter?: string, heartbeat?: number,
     *     messageBuffer?: number, pageMessages?: number, catchesUp?: boolean}} settings The limits are those of the server: how many messages
     *     of a channel it buffers, how many a response has at most, and whether it sends older ones from history by itself.
     * @param {{onEvents: Function, onState: Function, onGap: Function}} listener
     */
    constructor(settings, listener) {
        this.#settings = settings;
        this.#listener = listener;
    }

    get state() { return this.#state; }
    get timetoken() { return this.#timetoken; }
    get channels() { return this.#channels; }
    get groups() { return this.#groups; }

    /** Subscribes to these names instead of the former ones. A `timetoken` resumes from there, `'0'` begins anew. */
    subscribe(channels, groups, timetoken = this.#timetoken) {
        const former = { channels: this.#channels, groups: this.#groups };
        this.#channels = [...channels];
        this.#groups = [...groups];
        this.#timetoken = timetoken;
        if (timetoken === '0') this.#region = '';
        this.#restart();
        const left = {
            channels: former.channels.filter((name) => !channels.includes(name) && !name.endsWith(PRESENCE)),
            groups: former.groups.filter((name) => !groups.includes(name) && !name.endsWith(PRESENCE)),
        };
        if (left.channels.length || left.groups.length) this.#leave(left);
    }

    /** Ends all subscriptions and leaves their channels. */
    stop() {
        this.subscribe([], [], '0');
    }

    /** Makes the next attempt now if it waits for one, for example because the network is back. */
    retry() {
        this.#wake?.();
    }

    #restart() {
        this.#run += 1;
        this.#abort?.abort();
        this.#wake?.();
        if (this.#channels.length === 0 && this.#groups.length === 0) return this.#report('idle');
        this.#poll(this.#run);
    }

    async #poll(run) {
        let attempt = 0;
        while (run === this.#run) {
            this.#report(this.#timetoken === '0' || attempt > 0 ? 'connecting' : this.#state.name, attempt);
            const isFirst = this.#timetoken === '0';
            let page;
            try {
                page = await this.#page(isFirst ? FIRST_LIMIT : POLL_LIMIT, isFirst || attempt > 0);
            } catch (error) {
                if (run !== this.#run) return;
                attempt += 1;
                const isDenied = error.status === 403;
                this.#report(isDenied ? 'denied' : 'waiting', attempt, error);
                await this.#pause(isDenied ? LONGEST_PAUSE : pauseBefore(attempt));
                continue;
            }
            if (run !== this.#run) return;
            attempt = 0;
            const before = this.#timetoken;
            this.#timetoken = page.timetoken;
            this.#region = page.region;
            this.#report('connected');
            if (page.events.length === 0) continue;
            // They are reported also if the names have changed since: the timetoken is behind them already.
            await this.#searchGaps(before, page.events);
            this.#listener.onEvents(page.events);
        }
    }

    async #page(limit, isReconnecting) {
        const { origin, subscribeKey } = this.#settings;
        const query = [
            ['tt', this.#timetoken], ['tr', this.#region], ['channel-group', this.#groups.length ? escapeList(this.#groups) : ''],
            ['uuid', escapeURL(this.#settings.userID)], ['heartbeat', this.#settings.heartbeat ?? 60],
            ['auth', escapeURL(this.#settings.authKey ?? '')], ['filter-expr', escapeURL(this.#settings.filter ?? '')],
        ].filter(([, value]) => value !== '').map(([name, value]) => `${name}=${value}`).join('&');
        const list = this.#channels.length ? escapeList(this.#channels) : ',';
        const url = `${origin}/v2/subscribe/${escapeURL(subscribeKey)}/${list}/0?${query}`;
        this.#abort = new AbortController();
        const timer = setTimeout(() => this.#abort.abort('timeout'), limit);
        // A poll that stays open has reached the server, although no response says so yet.
        const quiet = isReconnecting && this.#timetoken !== '0' ? setTimeout(() => this.#report('connected'), 1000) : null;
        try {
            const { body } = await call(url, { signal: this.#abort.signal });
            if (typeof body?.t?.t !== 'string' || (body.m !== undefined && !Array.isArray(body.m))) {
                throw new CallError('The response is no page of events.');
            }
            return { timetoken: body.t.t, region: String(body.t.r ?? ''), events: (body.m ?? []).map(eventOf) };
        } finally {
            clearTimeout(timer);
            clearTimeout(quiet);
        }
    }

    /**
     * A channel that returns as many messages as the server buffers for it may have had more. History tells, before the messages that
     * came are reported, so that all are reported in their order.
     */
    async #searchGaps(before, events) {
        const { messageBuffer = 100, pageMessages = messageBuffer, catchesUp = false, filter } = this.#settings;
        const limit = Math.min(messageBuffer, pageMessages);
        if (before === '0' || events.length < limit) return;
        const counts = new Map();
        for (const event of events) {
            if (event.kind === 'message') counts.set(event.channel, [...(counts.get(event.channel) ?? []), event.timetoken]);
        }
        for (const [channel, timetokens] of counts) {
            if (timetokens.length < limit) continue;
            const from = before;
            const to = timetokens[0];
            if (compareTimetokens(from, to) >= 0) continue;
            // A full buffer may have lost messages that were not stored. A server that sends older messages by itself has sent all there are.
            const isSuspect = !catchesUp && timetokens.length >= messageBuffer;
            let gap = { channel, from, to, found: [], isComplete: false };
            try {
                // History has no filter: its messages may be some that the subscription does not want.
                if (!filter) gap = { ...gap, ...await this.#stored(channel, from, to) };
                if (gap.found.length > 0 || isSuspect) this.#listener.onGap(gap);
            } catch {
                this.#listener.onGap(gap);
            }
        }
    }

    /** The stored messages of a channel between two timetokens, without these, from the newest page back; and whether all were read. */
    async #stored(channel, from, to) {
        const { origin, subscribeKey, userID, authKey } = this.#settings;
        const found = [];
        const end = addToTimetoken(from, 1);
        let start = to;
        for (let pages = 0; pages < MOST_PAGES; pages += 1) {
            // Bounds in the other order would ask for the oldest messages first.
            if (compareTimetokens(start, end) <= 0) return { found, isComplete: true };
            const query = [['start', start], ['end', end], ['max', PAGE], ['include_uuid', 'true'], ['include_meta', 'true'],
                ['include_custom_message_type', 'true'], ['uuid', escapeURL(userID)], ['auth', escapeURL(authKey ?? '')]]
                .filter(([, value]) => value !== '').map(([name, value]) => `${name}=${value}`).join('&');
            const { body } = await call(`${origin}/v3/history/sub-key/${escapeURL(subscribeKey)}/channel/${escapeURL(channel)}?${query}`);
            const items = Object.values(body?.channels ?? {}).flat();
            // A page can be shorter than asked for before the end: the server also limits its bytes.
            if (items.length === 0) return { found, isComplete: true };
            found.unshift(...items.map((item) => ({
                kind: 'message', channel, subscription: channel, publisher: item.uuid ?? '', payload: item.message, meta: item.meta || null,
                customType: item.custom_message_type ?? '', timetoken: String(item.timetoken), isFilled: true,
            })));
            start = String(items[0].timetoken);
        }
        return { found, isComplete: false };
    }

    #leave({ channels, groups }) {
        const { origin, subscribeKey, userID, authKey } = this.#settings;
        const query = [['uuid', escapeURL(userID)], ['channel-group', groups.length ? escapeList(groups) : ''], ['auth', escapeURL(authKey ?? '')]]
            .filter(([, value]) => value !== '').map(([name, value]) => `${name}=${value}`).join('&');
        const list = channels.length ? escapeList(channels) : ',';
        // Without a response the server notices by its own deadline that the client has gone.
        call(`${origin}/v2/presence/sub-key/${escapeURL(subscribeKey)}/channel/${list}/leave?${query}`).catch(() => {});
    }

    #pause(milliseconds) {
        return new Promise((resolve) => {
            const timer = setTimeout(resolve, milliseconds);
            this.#wake = () => {
                clearTimeout(timer);
                resolve();
            };
        });
    }

    #report(name, attempt = 0, error = null) {
        const isSame = this.#state.name === name && this.#state.attempt === attempt && error === null;
        this.#state = { name, attempt, error, timetoken: this.#timetoken };
        if (!isSame || name === 'connected') this.#listener.onState(this.#state);
    }
}

/** The pause before an attempt: it doubles, with up to a quarter more by chance so that many clients do not return together. */
export function pauseBefore(attempt) {
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1));
    return pause * (1 + Math.random() / 4);
}

/** An envelope of a subscribe response as an event. */
export function eventOf(envelope) {
    const channel = String(envelope.c ?? '');
    const isPresence = channel.endsWith(PRESENCE);
    return {
        kind: isPresence ? 'presence' : KINDS[envelope.e ?? 0] ?? 'message',
        channel: isPresence ? channel.slice(0, -PRESENCE.length) : channel,
        subscription: String(envelope.b ?? channel),
        publisher: String(envelope.i ?? (isPresence ? envelope.d?.uuid ?? '' : '')),
        payload: envelope.d,
        meta: envelope.u ?? null,
        customType: String(envelope.cmt ?? ''),
        timetoken: String(envelope.p?.t ?? ''),
        isFilled: false,
    };
}
