// The nodes of a cluster, as the server of this page reports them.

import { clock, empty, fill, formatted, h, span } from './dom.js';
import { isNumber, stringify } from './encoding.js';

/** The most nodes that are listed, and the most characters of a value of a node. */
const MOST_NODES = 100;
const MOST_CHARACTERS = 200;
const COLUMNS = [['Node', 'name'], ['State', ''], ['Position', 'number'], ['Behind', 'number'], ['Version', ''], ['Uptime', 'number'], ['Console', '']];

/** A value of a node as text. A node reports about itself, so the value may have any type. */
function text(value) {
    if (value === null || value === undefined || value === '') return '–';
    const found = typeof value === 'string' ? value : stringify(value);
    return found.length > MOST_CHARACTERS ? `${found.slice(0, MOST_CHARACTERS)}…` : found;
}

const number = (value) => (typeof value === 'number' ? formatted(value) : isNumber(value) ? stringify(value) : '–');

/** Sets a text if it has changed, so that a selection and what a screen reader has read stay. */
function put(element, value) {
    if (element.textContent !== value) element.textContent = value;
}

const isLoopback = (host) => host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

/** The URL of a node's console; null if this browser cannot reach it. */
export function consoleOf(admin, here = location.hostname) {
    if (typeof admin !== 'string' || !URL.canParse(admin)) return null;
    const { protocol, hostname, origin } = new URL(admin);
    const isReachable = !['0.0.0.0', '[::]'].includes(hostname) && (!isLoopback(hostname) || isLoopback(here));
    return ['http:', 'https:'].includes(protocol) && isReachable ? `${origin}/console/` : null;
}

/** A row of the table. It is updated in place, so that a focused link keeps the focus. */
class NodeRow {
    constructor() {
        this.name = h('bdi.cut');
        this.mark = h('span.badge.message', { hidden: true }, 'this node');
        this.badge = h('span.badge');
        this.reasons = h('span.reasons');
        this.position = h('td.number');
        this.lag = h('td.number');
        this.version = h('bdi.cut');
        this.uptime = h('td.number');
        this.link = h('a.cut', { target: '_blank', rel: 'noreferrer' });
        this.address = h('bdi.cut.muted');
        this.console = h('td');
        this.element = h('tr', {}, h('th.name', { scope: 'row' }, h('span.node', {}, this.name, this.mark)), h('td', {}, h('span.node', {}, this.badge, this.reasons)),
            this.position, this.lag, h('td', {}, this.version), this.uptime, this.console);
    }

    update(node, isThis) {
        put(this.name, text(node.name));
        this.name.title = this.name.textContent;
        this.mark.hidden = !isThis;
        const isReady = node.ready === true;
        put(this.badge, isReady ? 'ready' : 'not ready');
        this.badge.className = `badge ${isReady ? 'connected' : 'denied'}`;
        put(this.reasons, isReady ? '' : text(Array.isArray(node.reasons) ? node.reasons.map(text).join(', ') : node.reasons ?? ''));
        put(this.position, number(node.position));
        put(this.lag, number(node.lag));
        put(this.version, text(node.version));
        this.version.title = this.version.textContent;
        put(this.uptime, typeof node.uptime === 'number' ? span(node.uptime) : '–');
        const address = isThis ? null : consoleOf(node.admin);
        const shown = address === null ? this.address : this.link;
        if (this.console.firstChild !== shown) this.console.replaceChildren(shown);
        if (address === null) {
            put(this.address, isThis ? 'this page' : text(node.admin));
            this.address.title = this.address.textContent;
        } else {
            this.link.href = address;
            put(this.link, new URL(address).host);
            this.link.title = `Open the console at ${address}`;
        }
    }
}

/** The section of the view Server about the cluster: a table, or one line for a server without a cluster. */
export class Nodes {
    #rows = new Map();
    #time = null;

    constructor() {
        this.single = h('p.muted', { hidden: true }, 'This server is not part of a cluster.');
        this.title = h('h2', { id: 'nodes-title' }, 'Cluster');
        this.quorum = h('span.badge', { hidden: true });
        this.summary = h('span.muted', { role: 'status' });
        this.lost = h('p.warning', { role: 'alert', hidden: true });
        this.failure = h('p.warning', { role: 'alert', hidden: true });
        this.body = h('tbody');
        this.table = h('div.scroll', { tabindex: '0', role: 'region', 'aria-label': 'Nodes' }, h('table.nodes', {},
            h('thead', {}, h('tr', {}, COLUMNS.map(([label, kind]) => h('th', { scope: 'col', class: kind }, label)))), this.body));
        this.nothing = h('div', { hidden: true });
        this.note = h('p.muted', {}, 'Position is the last record of the log that a node has applied. Behind is the number of records that it has not applied yet.');
        this.more = h('p.muted', { hidden: true });
        this.card = h('section.card', { 'aria-labelledby': 'nodes-title', hidden: true },
            h('div.card-head', {}, h('span.node', {}, this.title, this.quorum), this.summary), this.lost, this.failure, this.table, this.nothing, this.more, this.note);
        this.element = h('div.cluster', {}, this.single, this.card);
    }

    /** Shows a response of `/api/cluster`. */
    update(report) {
        this.#time = Date.now();
        this.failure.hidden = true;
        const isSingle = (report?.cluster ?? null) === null;
        this.single.hidden = !isSingle;
        this.card.hidden = isSingle;
        if (isSingle) return;
        const all = Array.isArray(report.nodes) ? report.nodes.filter((node) => node !== null && typeof node === 'object') : [];
        const nodes = all.slice(0, MOST_NODES);
        const hasQuorum = report.quorum === true;
        put(this.title, `Cluster ${text(report.cluster)}`);
        this.quorum.hidden = false;
        put(this.quorum, hasQuorum ? 'quorum' : 'no quorum');
        this.quorum.className = `badge ${hasQuorum ? 'connected' : 'denied'}`;
        this.lost.hidden = hasQuorum;
        put(this.lost, hasQuorum ? '' : 'The node of this page has no quorum: it refuses changes until it reaches a majority of the NATS servers.');
        put(this.summary, `${formatted(all.length)} node${all.length === 1 ? '' : 's'}, ${formatted(all.filter(({ ready }) => ready === true).length)} ready`);
        this.more.hidden = all.length === nodes.length;
        put(this.more, `The first ${nodes.length} of ${formatted(all.length)}.`);
        this.#show(nodes.length === 0 ? empty('No nodes', 'No server of the cluster has reported yet.') : null);
        this.#place(nodes, report.this);
    }

    /** Shows why there is no response. The last one stays. */
    fail(error) {
        this.single.hidden = true;
        this.card.hidden = false;
        if (this.#time === null) {
            this.#show(empty('The nodes cannot be listed', error.message));
            return;
        }
        this.failure.hidden = false;
        put(this.failure, `The nodes cannot be listed: ${error.message} The last report is from ${clock(this.#time).slice(0, 8)}.`);
    }

    /** Shows a notice instead of the table, or the table without one. */
    #show(notice) {
        this.table.hidden = this.note.hidden = notice !== null;
        this.nothing.hidden = notice === null;
        fill(this.nothing, notice);
    }

    /** Gives each node its row. Names should differ, but nothing depends on it. */
    #place(nodes, here) {
        const before = this.#rows;
        this.#rows = new Map();
        let isMarked = false;
        const rows = nodes.map((node) => {
            let key = text(node.name);
            while (this.#rows.has(key)) key += ' ';
            const row = before.get(key) ?? new NodeRow();
            before.delete(key);
            this.#rows.set(key, row);
            const isThis = !isMarked && typeof here === 'string' && node.name === here;
            isMarked ||= isThis;
            row.update(node, isThis);
            return row.element;
        });
        for (const { element } of before.values()) element.remove();
        rows.forEach((row, place) => {
            if (this.body.children[place] !== row) this.body.insertBefore(row, this.body.children[place] ?? null);
        });
    }
}
