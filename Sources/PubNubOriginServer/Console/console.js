// The page: its views, the settings of its client, and the last call as code.

import { action, urlOf } from './actions.js';
import { Admin, AdminError } from './admin.js';
import { call, CallError } from './client.js';
import { codeForms } from './code-forms.js';
import { button, fill, h, icon, iconButton, labelled } from './dom.js';
import { Feed } from './feed.js';
import { stringify } from './encoding.js';
import { stored } from './stored.js';
import { createAccess } from './view-access.js';
import { createCode } from './view-code.js';
import { createContext } from './view-context.js';
import { createFaults } from './view-faults.js';
import { createFiles } from './view-files.js';
import { createHistory } from './view-history.js';
import { createLive } from './view-live.js';
import { createPresence } from './view-presence.js';
import { createPublish } from './view-publish.js';
import { createRegistry } from './view-registry.js';
import { createServer } from './view-server.js';

/** The views in their order. An eager one is made at the start, because it subscribes, or shows what has happened since then. */
const VIEWS = [
    { id: 'live', title: 'Live', create: createLive, isEager: true },
    { id: 'publish', title: 'Publish', create: createPublish },
    { id: 'presence', title: 'Presence', create: createPresence },
    { id: 'history', title: 'History', create: createHistory },
    { id: 'files', title: 'Files', create: createFiles },
    { id: 'registry', title: 'Registry', create: createRegistry },
    { id: 'context', title: 'App Context', create: createContext },
    { id: 'access', title: 'Access', create: createAccess },
    { id: 'server', title: 'Server', create: createServer, isEager: true },
    { id: 'faults', title: 'Faults', create: createFaults, isEager: true },
    { id: 'code', title: 'All calls', create: createCode },
];

/** The limits of a server that its subscribers need to know. */
function limitsOf(server) {
    const { messageBuffer = 100, pageMessages = 100, catchesUpFromHistory = false } = server?.limits ?? {};
    return { messageBuffer, pageMessages, catchesUp: catchesUpFromHistory };
}

/** What all views share. */
class App extends EventTarget {
    admin = new Admin();
    feed = new Feed();
    /** The last response of `/v1/server`; null until it arrived. */
    server = null;
    /** What calls need: see actions.js. */
    context = { origin: '', admin: location.origin, publishKey: 'demo', subscribeKey: 'demo', userID: '', authKey: '', needsToken: false };
    cipherKey = '';

    get isReadOnly() { return this.server?.console === 'read-only'; }

    /** The names that views suggest: what is subscribed or was used. */
    channels = new Set();

    /** Sets some of the settings, and begins a new subscription if its client changes. */
    configure(changes) {
        Object.assign(this.context, changes);
        const { publishKey, subscribeKey, userID } = this.context;
        stored.write({ publishKey, subscribeKey, userID });
        this.connect();
        this.dispatchEvent(new Event('settings'));
    }

    connect() {
        const { origin, subscribeKey, userID, authKey } = this.context;
        this.feed.connect({ origin, subscribeKey, userID, authKey, filter: this.filter ?? '', heartbeat: 60, ...limitsOf(this.server) });
    }

    /**
     * Makes a call of the table, and shows it as code.
     *
     * @param {string} id The action.
     * @param {object} values The values of its fields.
     * @param {{isQuiet?: boolean}} options A quiet call is not shown: the page made it by itself.
     */
    async perform(id, values, { isQuiet = false } = {}) {
        const entry = action(id);
        if (!isQuiet) this.show(entry, values);
        if (entry.isChange && this.isReadOnly) throw new CallError('The console is read-only.', { status: 403 });
        const request = urlOf(entry, values, this.context);
        if (request.base === 'admin') {
            const start = performance.now();
            const body = await this.admin.call(request.path, { method: request.method, body: JSON.parse(request.body) });
            return { status: 200, body, text: stringify(body), milliseconds: performance.now() - start };
        }
        return call(request.url, { method: request.method, body: request.body, headers: request.headers });
    }

    /** Shows a call as code without making it. */
    show(entry, values) {
        this.lastCall = { entry, values };
        this.dispatchEvent(new Event('call'));
    }

    /** Tells what a call led to. */
    notice(text, kind = 'info') {
        const note = h(`div.notice.${kind}`, {}, h('span', {}, text));
        const close = iconButton('Close the notice', 'close', () => note.remove());
        note.append(close);
        const area = document.getElementById('notices');
        area.append(note);
        while (area.childElementCount > 4) area.firstElementChild.remove();
        if (kind !== 'error') setTimeout(() => note.remove(), 6000);
    }

    /** Shows a notice that says why something failed. */
    fail(error) {
        if (error?.name === 'AbortError') return;
        this.notice(this.reason(error), 'error');
    }

    /** The text of an error. An unexpected error is logged. */
    reason(error) {
        const isKnown = error instanceof CallError || error instanceof AdminError;
        if (!isKnown) console.error(error);
        const status = error?.status ? ` (${error.status})` : '';
        return `${isKnown ? error.message : 'Something went wrong; the log of the browser has more.'}${status}`;
    }

    /**
     * A listener for `click` and `submit` that reports errors, and disables its button while it runs. A disabled button loses the focus, so
     * the button gets it back unless the user has moved it.
     */
    handler(work) {
        return async (event) => {
            event?.preventDefault?.();
            const control = event?.submitter ?? event?.currentTarget;
            const canDisable = control instanceof HTMLButtonElement;
            const hadFocus = canDisable && document.activeElement === control;
            if (canDisable) control.disabled = true;
            try {
                await work(event);
            } catch (error) {
                this.fail(error);
            } finally {
                if (canDisable) control.disabled = false;
                if (hadFocus && document.activeElement === document.body) control.focus({ preventScroll: true });
            }
        };
    }

    async refreshServer() {
        this.server = await this.admin.call('/v1/server');
        const { scheme, host, port } = this.server.origin;
        const isAll = ['0.0.0.0', '::', '[::]'].includes(host);
        this.context.origin = isAll ? `${scheme}://${location.hostname}:${port}` : this.server.origin.url;
        this.dispatchEvent(new Event('server'));
        return this.server;
    }
}

const app = new App();
const made = new Map();
let current = null;

function openView() {
    const [id, query = ''] = location.hash.slice(1).split('?');
    const view = VIEWS.find((candidate) => candidate.id === id) ?? VIEWS[0];
    if (!made.has(view.id)) made.set(view.id, view.create(app));
    const next = made.get(view.id);
    const isOther = current !== next;
    if (isOther) {
        current?.hide?.();
        const main = document.getElementById('main');
        fill(main, next.element);
        main.scrollTop = 0;
        current = next;
    }
    next.show?.(new URLSearchParams(query));
    for (const link of document.querySelectorAll('#views a')) {
        if (link.hash === `#${view.id}`) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
    }
    document.querySelector('#views [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    document.title = `${view.title} · Console`;
}

const STATES = {
    idle: ['Not subscribed', ''], connecting: ['Connecting', 'busy'], connected: ['Connected', 'good'], waiting: ['Reconnecting', 'busy'], denied: ['Access denied', 'bad'],
};

let drawnStatus = null;

/** Draws the state of the connection if it has changed: a screen reader repeats the status whenever its elements are replaced. */
function drawStatus() {
    const { name, attempt, error } = app.feed.state;
    const isUnready = Boolean(app.server && !app.server.ready);
    const status = JSON.stringify([name, attempt, app.isReadOnly, isUnready && app.server.reasons]);
    if (status === drawnStatus) return;
    drawnStatus = status;
    const [label, kind] = STATES[name];
    const detail = name === 'waiting' ? `attempt ${attempt + 1}` : '';
    fill(document.getElementById('status'), h(`span.pill.${kind || 'quiet'}`, { title: error?.message ?? '' }, h('i.dot', { 'aria-hidden': 'true' }), label, detail ? h('span.detail', {}, detail) : null),
        app.isReadOnly ? h('span.pill.quiet', {}, 'Read-only') : null,
        isUnready ? h('span.pill.bad', {}, app.server.reasons.join(', ')) : null);
}

const THEMES = [['auto', 'Colours of the system', 'auto'], ['light', 'Light colours', 'sun'], ['dark', 'Dark colours', 'moon']];

function applyTheme(theme) {
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
}

/** Draws the buttons of the head. The focus stays on the button that has it. */
function drawTools() {
    const tools = document.getElementById('tools');
    const focused = Array.from(tools.children).indexOf(document.activeElement);
    const theme = stored.read().theme ?? 'auto';
    const place = Math.max(0, THEMES.findIndex(([name]) => name === theme));
    const [, label, symbol] = THEMES[place];
    const [following] = THEMES[(place + 1) % THEMES.length];
    fill(tools,
        button(app.context.subscribeKey || 'Keys', () => openSettings(), { symbol: 'settings', kind: 'keys', title: 'Keys and user', 'aria-label': `Keys and user: ${app.context.subscribeKey}`, 'aria-haspopup': 'dialog' }),
        iconButton(`${label}; change`, symbol, () => {
            stored.write({ theme: following });
            applyTheme(following);
            drawTools();
        }, { 'data-theme': theme }),
        button('Code', () => toggleCode(), { symbol: 'code', 'aria-expanded': String(!document.getElementById('code').hidden), 'aria-controls': 'code' }));
    tools.children[focused]?.focus();
}

function toggleCode(isOpen = document.getElementById('code').hidden) {
    const panel = document.getElementById('code');
    const isLeft = !isOpen && panel.contains(document.activeElement);
    panel.hidden = !isOpen;
    document.body.classList.toggle('with-code', isOpen);
    stored.write({ code: isOpen });
    drawTools();
    drawCode();
    if (isLeft) document.querySelector('#tools [aria-controls="code"]').focus();
}

function drawCode() {
    const panel = document.getElementById('code');
    if (panel.hidden) return;
    const head = h('div.code-head', {}, h('h2', {}, 'The last call as code'), iconButton('Close the code', 'close', () => toggleCode(false)));
    if (!app.lastCall) {
        fill(panel, head, h('p.muted', {}, 'What you do in a view appears here as a URL, for curl and pubnub, and in Swift. “All calls” has every call of the API.'));
        return;
    }
    const { entry, values } = app.lastCall;
    fill(panel, head, h('p.muted', {}, h('strong', {}, entry.title), ' — ', entry.summary), codeForms(app, entry, values));
}

function openSettings() {
    const { publishKey, subscribeKey, userID, authKey } = app.context;
    const fields = {
        subscribeKey: h('input', { value: subscribeKey, required: true, autocomplete: 'off', spellcheck: 'false' }),
        publishKey: h('input', { value: publishKey, required: true, autocomplete: 'off', spellcheck: 'false' }),
        userID: h('input', { value: userID, required: true, maxlength: '184', autocomplete: 'off', spellcheck: 'false' }),
        authKey: h('input', { value: authKey, autocomplete: 'off', spellcheck: 'false' }),
        cipherKey: h('input', { value: app.cipherKey, type: 'password', autocomplete: 'off' }),
    };
    const dialog = h('dialog', { 'aria-labelledby': 'settings-title' }, h('form', {
        method: 'dialog', onsubmit: () => {
            app.cipherKey = fields.cipherKey.value;
            app.configure({ subscribeKey: fields.subscribeKey.value, publishKey: fields.publishKey.value, userID: fields.userID.value, authKey: fields.authKey.value });
            drawTools();
        },
    }, h('h2', { id: 'settings-title' }, 'Keys and user'), h('div.grid', {},
        labelled('Subscribe key', fields.subscribeKey), labelled('Publish key', fields.publishKey), labelled('User', fields.userID, { hint: 'Others see it in presence, and as the publisher.' }),
        labelled('Authorization key or token', fields.authKey, { hint: 'Stays in this tab.' }), labelled('Cipher key', fields.cipherKey, { hint: 'Messages are encrypted and decrypted in the page. Stays in this tab.' })),
    h('div.actions', {}, h('button.primary', { type: 'submit' }, 'Use these'), button('Cancel', () => dialog.close()))));
    dialog.addEventListener('close', () => {
        dialog.remove();
        // The button that opened the dialog has been replaced if the settings have changed.
        if (document.activeElement === document.body) document.querySelector('#tools .keys').focus();
    });
    document.body.append(dialog);
    dialog.showModal();
}

let isAsking = false;

/** Asks for the token of the admin listener, once at a time. */
function askForToken() {
    if (isAsking) return;
    isAsking = true;
    const token = h('input', { type: 'password', required: true, autocomplete: 'off' });
    const dialog = h('dialog', { 'aria-labelledby': 'token-title' }, h('form', {
        method: 'dialog', onsubmit: () => {
            app.admin.token = token.value;
            location.reload();
        },
    }, h('h2', { id: 'token-title' }, 'A token is needed'), h('p', {}, app.admin.token ? 'The admin listener does not accept the token of this tab.' : 'The admin listener of this server has a token.'),
    labelled('Token', token, { hint: 'The value of --admin-token or PUBNUB_ORIGIN_ADMIN_TOKEN. It stays in this tab.' }), h('div.actions', {}, h('button.primary', { type: 'submit' }, 'Continue'))));
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    document.body.append(dialog);
    dialog.showModal();
}

async function start() {
    applyTheme(stored.read().theme ?? 'auto');
    fill(document.getElementById('views'), VIEWS.map((view) => h('a', { href: `#${view.id}` }, icon(view.id), h('span', {}, view.title))));
    document.querySelector('[data-skip]').addEventListener('click', (event) => {
        event.preventDefault();
        document.getElementById('main').focus();
    });
    app.admin.onToken = askForToken;
    app.context.needsToken = app.admin.token !== '';
    app.feed.addEventListener('state', drawStatus);
    app.addEventListener('server', drawStatus);
    app.addEventListener('call', drawCode);
    app.addEventListener('settings', () => {
        drawTools();
        drawCode();
    });
    const { publishKey, subscribeKey, userID, code } = stored.read();
    app.context.userID = userID ?? `console-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
    try {
        await app.refreshServer();
        const { keysets } = await app.admin.call('/v1/keysets?limit=100');
        const busiest = keysets.toSorted((left, right) => right.usage.bufferedMessages - left.usage.bufferedMessages)[0];
        app.context.subscribeKey = subscribeKey ?? busiest?.subscribeKey ?? 'demo';
        app.context.publishKey = publishKey ?? keysets.find((keyset) => keyset.subscribeKey === app.context.subscribeKey)?.publishKey ?? 'demo';
    } catch (error) {
        if (error.status === 401) return;
        fill(document.getElementById('main'), h('div.empty', {}, h('strong', {}, 'The server does not respond'), h('p', {}, error.message), button('Try again', () => location.reload(), { kind: 'primary' })));
        return;
    }
    app.configure({});
    if (code && innerWidth > 1100) toggleCode(true);
    else drawTools();
    drawStatus();
    addEventListener('hashchange', openView);
    addEventListener('online', () => app.feed.retry());
    addEventListener('pagehide', () => app.feed.stop());
    addEventListener('keydown', shortcut);
    for (const view of VIEWS.filter(({ isEager }) => isEager)) made.set(view.id, view.create(app));
    openView();
}

/** Alt and a digit opens a view, Alt and C the code. */
function shortcut(event) {
    if (!event.altKey || event.ctrlKey || event.metaKey) return;
    const digit = /^Digit([0-9])$/.exec(event.code)?.[1];
    // Option with a key types a character on macOS, such as `{` with 8 on a German keyboard.
    const isTyped = event.key !== digit && event.key.toLowerCase() !== 'c';
    if (isTyped && event.target instanceof HTMLElement && (event.target.matches('input, textarea, select') || event.target.isContentEditable)) return;
    if (digit !== undefined) {
        event.preventDefault();
        location.hash = VIEWS[(Number(digit) + 9) % 10].id;
        document.getElementById('main').focus();
    } else if (event.code === 'KeyC') {
        event.preventDefault();
        toggleCode();
    }
}


start();
