// Files: those of a channel, sending by dropping a file, downloads, and removal.

import { action } from './actions.js';
import { CallError } from './client.js';
import { decryptBytes, encrypt, encryptBytes } from './crypto.js';
import { button, bytes, checkbox, empty, fill, formatted, h, labelled, moment } from './dom.js';
import { escapeURL, stringify } from './encoding.js';

/** The files of a page. */
const PAGE = 50;
const FILE_BYTES = 5 * 1024 * 1024;

export function createFiles(app) {
    const channel = h('input', { name: 'channel', required: true, value: 'chat', autocomplete: 'off', spellcheck: 'false' });
    const caption = h('input', { name: 'caption', autocomplete: 'off' });
    const picker = h('input', { name: 'file', type: 'file', multiple: true, onchange: () => sendAll() });
    const encrypts = checkbox('Encrypt with the cipher key', { name: 'encrypt' });
    const drop = h('div.drop', { 'aria-label': 'Drop files here' }, h('p', {}, 'Drop files here, or choose them.'), labelled('Files to send', picker));
    const progress = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'Upload' });
    const state = h('output.muted', { 'aria-live': 'polite' });
    const page = h('div.page');
    const place = h('span.muted', { 'aria-live': 'polite' });
    const more = button('More', app.handler(() => load({ isNext: true })), { name: 'more', hidden: true });
    let files = [];
    let next = null;
    let isLoaded = false;

    const limit = () => app.server?.limits?.fileSize ?? FILE_BYTES;

    async function load({ isNext = false, isQuiet = false } = {}) {
        const { body } = await app.perform('listFiles', { channel: channel.value, limit: PAGE, next: isNext ? next ?? '' : '' }, { isQuiet });
        files = isNext ? [...files, ...body.data] : body.data;
        next = body.next ?? null;
        isLoaded = true;
        draw();
    }

    function draw() {
        more.hidden = next === null;
        if (files.length === 0) {
            place.textContent = '';
            fill(page, empty('No files', isLoaded ? 'The channel has none, or they were deleted.' : 'Name a channel and press List.'));
            return;
        }
        const sum = files.reduce((total, { size }) => total + Number(size), 0);
        place.textContent = `${formatted(files.length)}${next === null ? '' : ' or more'} files, ${bytes(sum)}`;
        fill(page, h('div.table-box', {}, h('table', { 'aria-label': `Files of ${channel.value}` }, h('thead', {}, h('tr', {}, ['Name', 'Size', 'Created', 'Identifier', ''].map((title) => h('th', { scope: 'col' }, title)))),
            h('tbody', {}, files.map(row)))));
    }

    function row(file) {
        return h('tr', {}, h('td', { title: file.name }, file.name), h('td', {}, bytes(Number(file.size))), h('td', {}, moment(Date.parse(file.created))), h('td', {}, h('code', {}, file.id)),
            h('td', {}, h('div.actions', {}, button('Download', app.handler(() => save(file)), { kind: 'small', 'aria-label': `Download ${file.name}` }),
                button('Delete', app.handler(() => remove(file)), { kind: 'small', 'aria-label': `Delete ${file.name}` }))));
    }

    /** The content is never shown: it is saved under its name, decrypted if there is a cipher key that opens it. */
    async function save(file) {
        const values = { channel: channel.value, id: file.id, name: file.name };
        app.show(action('fileAddress'), values);
        const { origin, subscribeKey, userID, authKey } = app.context;
        const url = `${origin}/v1/files/${escapeURL(subscribeKey)}/channels/${escapeURL(values.channel)}/files/${escapeURL(values.id)}/${escapeURL(values.name)}?uuid=${escapeURL(userID)}${authKey ? `&auth=${escapeURL(authKey)}` : ''}`;
        const response = await fetch(url, { credentials: 'omit', cache: 'no-store' }).catch(() => { throw new CallError('No whole response arrived.'); });
        if (!response.ok) throw new CallError('The file cannot be downloaded.', { status: response.status });
        let content = new Uint8Array(await response.arrayBuffer());
        if (app.cipherKey) {
            content = await decryptBytes(content, app.cipherKey).catch(() => {
                app.notice('The file cannot be decrypted with the cipher key; it is saved as it is stored.');
                return content;
            });
        }
        // Without a type of its own, a browser saves it and runs nothing.
        const link = h('a', { href: URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' })), download: file.name });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    }

    async function remove(file) {
        if (!confirm(`Delete ${file.name}? It cannot be restored.`)) return;
        await app.perform('deleteFile', { channel: channel.value, id: file.id, name: file.name });
        app.notice('The file is deleted.');
        await load({ isQuiet: true });
    }

    const sendAll = app.handler(async () => {
        const chosen = waiting.length ? waiting.splice(0) : [...picker.files];
        if (app.isReadOnly) throw new CallError('The console is read-only.', { status: 403 });
        if (!channel.reportValidity()) return;
        try {
            for (const [index, file] of chosen.entries()) {
                state.textContent = `Sending ${file.name} (${formatted(index + 1)} of ${formatted(chosen.length)})`;
                await send(file);
            }
            state.textContent = `${formatted(chosen.length)} ${chosen.length === 1 ? 'file' : 'files'} sent.`;
        } catch (error) {
            state.textContent = '';
            throw error;
        } finally {
            progress.hidden = true;
            picker.value = '';
        }
        await load({ isQuiet: true });
    });
    const waiting = [];

    async function send(file) {
        if (file.size > limit()) throw Object.assign(new CallError(`${file.name} has ${bytes(file.size)}; the server stores files of up to ${bytes(limit())}.`), { status: 0 });
        if (encrypts.input.checked && !app.cipherKey) throw new CallError('There is no cipher key. Set one with the keys, in the head of the page.');
        let content = new Uint8Array(await file.arrayBuffer());
        if (encrypts.input.checked) content = await encryptBytes(content, app.cipherKey);
        const { body } = await app.perform('uploadForm', { channel: channel.value, name: file.name });
        await upload(body.file_upload_request, content, body.data.name);
        const sent = { channel: channel.value, id: body.data.id, name: body.data.name, message: caption.value === '' ? null : caption.value };
        if (!encrypts.input.checked) {
            await app.perform('publishFile', sent);
            return;
        }
        app.show(action('publishFile'), sent);
        const message = await encrypt(stringify({ message: sent.message, file: { id: sent.id, name: sent.name } }), app.cipherKey);
        await app.perform('publishFile', { ...sent, encrypted: message }, { isQuiet: true });
    }

    /** Posts the form, the file last. `fetch` has no progress of an upload. */
    function upload({ url, form_fields: fields }, content, name) {
        const form = new FormData();
        for (const { key, value } of fields) form.append(key, value);
        form.append('file', new Blob([content], { type: 'application/octet-stream' }), name);
        progress.hidden = false;
        progress.value = 0;
        return new Promise((resolve, reject) => {
            const request = new XMLHttpRequest();
            request.open('POST', url);
            request.upload.onprogress = (event) => { if (event.lengthComputable) progress.value = event.loaded / event.total; };
            request.onload = () => {
                const said = /<Message>([^<]*)<\/Message>/.exec(request.responseText)?.[1];
                if (request.status >= 200 && request.status < 300) resolve();
                else reject(new CallError(said ?? 'The file was not stored.', { status: request.status }));
            };
            request.onerror = () => reject(new CallError('No whole response arrived.'));
            request.send(form);
        });
    }

    for (const [name, isOver] of [['dragenter', true], ['dragover', true], ['dragleave', false], ['drop', false]]) {
        drop.addEventListener(name, (event) => {
            event.preventDefault();
            drop.classList.toggle('over', isOver);
            if (name !== 'drop') return;
            waiting.push(...event.dataTransfer.files);
            if (waiting.length > 0) sendAll();
        });
    }

    const form = h('form.bar-row', { onsubmit: app.handler(() => load()) }, labelled('Channel', channel), h('div.field.end', {}, h('button.primary', { type: 'submit' }, 'List')));
    const sending = h('section.card', { 'aria-labelledby': 'send-title' }, h('h2', { id: 'send-title' }, 'Send'), drop, labelled('Message with each file', caption, { hint: 'Subscribers of the channel receive it.' }), encrypts, progress, state);
    draw();
    const element = h('div.view', {}, h('div.view-head', {}, h('h1', {}, 'Files')), form, h('div.columns.wide-first', {},
        h('section.card', { 'aria-label': 'Files' }, h('div.card-head', {}, place, h('div.actions', {}, more)), page), h('div.stack', {}, sending)));
    return {
        element,
        show: (query) => {
            if (query.get('channel')) channel.value = query.get('channel');
            if (!isLoaded && channel.value) load({ isQuiet: true }).catch((error) => app.fail(error));
        },
    };
}
