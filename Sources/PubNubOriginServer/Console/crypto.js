// Encryption of messages in the page: the format with a header, and reading of the older ones.

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });
const HEADER = [0x50, 0x4e, 0x45, 0x44, 1, 0x41, 0x43, 0x52, 0x48, 16];

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

async function keyOf(bytes) {
    return crypto.subtle.importKey('raw', bytes, 'AES-CBC', false, ['encrypt', 'decrypt']);
}

const digest = async (cipherKey) => new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(cipherKey)));

function base64(bytes) {
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
}

function unbase64(text) {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}

/** Encrypts JSON text. The result is the string to publish. */
export async function encrypt(text, cipherKey) {
    const iv = crypto.getRandomValues(new Uint8Array(16));
    const key = await keyOf(await digest(cipherKey));
    const cipher = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, key, encoder.encode(text)));
    return base64([...HEADER, ...iv, ...cipher]);
}

/** Encrypts the bytes of a file: the header, the initialization vector, and the blocks. */
export async function encryptBytes(content, cipherKey) {
    const iv = crypto.getRandomValues(new Uint8Array(16));
    const cipher = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, await keyOf(await digest(cipherKey)), content));
    const sealed = new Uint8Array(HEADER.length + iv.length + cipher.length);
    sealed.set(HEADER);
    sealed.set(iv, HEADER.length);
    sealed.set(cipher, HEADER.length + iv.length);
    return sealed;
}

/**
 * Decrypts the bytes of a file, with a header or without one.
 *
 * @returns {Promise<Uint8Array>} The content.
 * @throws If the key is another one or the file is not encrypted.
 */
export async function decryptBytes(sealed, cipherKey) {
    const hash = await digest(cipherKey);
    const hasHeader = HEADER.every((byte, index) => sealed[index] === byte);
    const key = await keyOf(hasHeader ? hash : encoder.encode(hex(hash).slice(0, 32)));
    const start = hasHeader ? HEADER.length : 0;
    const iv = sealed.slice(start, start + 16);
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, key, sealed.slice(start + 16)));
}

/**
 * Decrypts a string that this page, a current client or a 3.x client has encrypted.
 *
 * @returns {Promise<string>} The JSON text.
 * @throws If the key is another one or the string is not encrypted.
 */
export async function decrypt(text, cipherKey) {
    const bytes = unbase64(text);
    const hash = await digest(cipherKey);
    const open = async (key, iv, data) => decoder.decode(await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, await keyOf(key), data));
    if (HEADER.every((byte, index) => bytes[index] === byte)) {
        return open(hash, bytes.slice(10, 26), bytes.slice(26));
    }
    const older = encoder.encode(hex(hash).slice(0, 32));
    try {
        return await open(older, encoder.encode('0123456789012345'), bytes);
    } catch {
        return open(older, bytes.slice(0, 16), bytes.slice(16));
    }
}
