// The admin listener: its JSON API, its metrics, and the stream of requests.

import { parse } from './encoding.js';

/** A refusal of the admin listener. */
export class AdminError extends Error {
    constructor(message, status) {
        super(message);
        this.status = status;
    }
}

/** The body of a response. */
async function textOf(response) {
    try {
        return await response.text();
    } catch (error) {
        if (error.name === 'AbortError') throw error;
        throw new AdminError('The admin listener does not respond.', 0);
    }
}

/** The admin listener that serves this page. The token stays in this tab. */
export class Admin {
    #token = sessionStorage.getItem('token') ?? '';
    /** Called when a token is needed, or the one there is is wrong. */
    onToken = () => {};

    get token() { return this.#token; }
    set token(token) {
        this.#token = token;
        if (token) sessionStorage.setItem('token', token);
        else sessionStorage.removeItem('token');
    }

    /** Makes a call, such as `admin.call('/v1/server')`. */
    async call(path, { method = 'GET', body, signal } = {}) {
        const response = await this.#fetch(path, { method, signal, ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }) });
        const text = await textOf(response);
        let value = null;
        try {
            value = parse(text);
        } catch {
            throw new AdminError('The response is not JSON.', response.status);
        }
        if (!response.ok) throw new AdminError(value?.error ?? `Status ${response.status}`, response.status);
        return value;
    }

    /** The metrics in the text format of Prometheus. */
    async metrics() {
        const response = await this.#fetch('/metrics');
        if (!response.ok) throw new AdminError(`Status ${response.status}`, response.status);
        return textOf(response);
    }

    /**
     * Reads the stream of requests until `signal` ends it.
     *
     * @param {{onOpen: Function, onRequest: Function, onDropped: Function, signal: AbortSignal, after: number}} options
     */
    async requests({ onOpen, onRequest, onDropped, signal, after }) {
        const response = await this.#fetch(`/v1/requests?after=${after}`, { signal });
        if (!response.ok) throw new AdminError(`Status ${response.status}`, response.status);
        onOpen();
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        let rest = '';
        while (true) {
            const { value, done } = await reader.read();
            if (done) return;
            const events = (rest + value).split('\n\n');
            rest = events.pop();
            for (const event of events) {
                const fields = Object.fromEntries(event.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
                if (fields.event === 'dropped') onDropped(Number(fields.data));
                else if (fields.data) onRequest(parse(fields.data));
            }
        }
    }

    async #fetch(path, { headers = {}, ...options } = {}) {
        const authorization = this.#token ? { Authorization: `Bearer ${this.#token}` } : {};
        let response;
        try {
            response = await fetch(path, { ...options, headers: { ...headers, ...authorization }, cache: 'no-store' });
        } catch (error) {
            if (error.name === 'AbortError') throw error;
            throw new AdminError('The admin listener does not respond.', 0);
        }
        if (response.status === 401) this.onToken();
        return response;
    }
}

/** The samples of a text of Prometheus: `[{name, labels, value}]`. */
export function samplesOf(text) {
    const samples = [];
    for (const line of text.split('\n')) {
        const found = /^([A-Za-z_:][A-Za-z0-9_:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
        if (!found) continue;
        const labels = {};
        for (const [, name, value] of (found[2] ?? '').matchAll(/([A-Za-z_][A-Za-z0-9_]*)="((?:[^"\\]|\\.)*)"/g)) labels[name] = value;
        samples.push({ name: found[1], labels, value: found[3] === '+Inf' ? Infinity : Number(found[3]) });
    }
    return samples;
}
