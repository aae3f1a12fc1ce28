// Strings for URLs, shells and Swift, and JSON without loss of digits.

const encoder = new TextEncoder();

/** Percent-encodes everything but the unreserved characters of RFC 3986. */
export function escapeURL(text) {
    return encodeURIComponent(text).replace(/[!'()*]/g, (character) => '%' + character.charCodeAt(0).toString(16).toUpperCase());
}

/** Escapes each name and joins them with commas, as lists in paths and queries have them. */
export function escapeList(names) {
    return names.map(escapeURL).join(',');
}

/** Characters that a terminal obeys, or that are shown in another place than they have: control characters, and marks of direction. */
const UNSEEN = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

/** A text to show: characters that are not seen appear as escapes, so that no name looks like another one by them. */
export function visible(text) {
    return UNSEEN.test(text) ? Array.from(text, (character) => (UNSEEN.test(character) ? `\\u${character.codePointAt(0).toString(16).padStart(4, '0')}` : character)).join('') : text;
}

/** One word for a POSIX shell; with characters that are not seen, for one that has `$'…'`, such as bash and zsh. */
export function quoteShell(text) {
    if (/^[A-Za-z0-9_./:@%+=,-]+$/.test(text)) return text;
    if (!UNSEEN.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
    const escaped = Array.from(text, (character) => {
        if (character === '\\' || character === "'") return `\\${character}`;
        if (character === '\n') return '\\n';
        if (!UNSEEN.test(character)) return character;
        return Array.from(encoder.encode(character), (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
    });
    return `$'${escaped.join('')}'`;
}

/** A string literal of Swift. */
export function quoteSwift(text) {
    let literal = '';
    for (const character of text) {
        const code = character.codePointAt(0);
        if (character === '\\' || character === '"') literal += '\\' + character;
        else if (character === '\n') literal += '\\n';
        else if (character === '\t') literal += '\\t';
        else if (UNSEEN.test(character) || isLone(code)) {
            literal += `\\u{${(isLone(code) ? 0xfffd : code).toString(16)}}`;
        } else literal += character;
    }
    return `"${literal}"`;
}

function isLone(code) {
    return code >= 0xd800 && code <= 0xdfff;
}

/** A raw string literal of Swift, for JSON that stays readable. */
export function rawSwift(json) {
    // Strings are the only place of such characters in JSON.
    const text = visible(json);
    let marks = '#';
    while (text.includes(`"${marks}`) || text.includes(`\\${marks}`)) marks += '#';
    return /[\n\r]/.test(text) ? quoteSwift(text) : `${marks}"${text}"${marks}`;
}

/** A literal of Swift that has the type `Any`, for a JSON value. */
export function swiftValue(value) {
    if (value === null) return 'NSNull()';
    if (typeof value === 'string') return quoteSwift(value);
    if (typeof value !== 'object' || isRaw(value)) return stringify(value);
    if (Array.isArray(value)) return value.length ? `[${value.map(swiftValue).join(', ')}] as [Any]` : '[Any]()';
    const members = Object.entries(value);
    if (members.length === 0) return '[String: Any]()';
    return `[${members.map(([name, member]) => `${quoteSwift(name)}: ${swiftValue(member)}`).join(', ')}] as [String: Any]`;
}

const hasRaw = typeof JSON.rawJSON === 'function';

function isRaw(value) {
    return hasRaw && JSON.isRawJSON(value);
}

/** Whether a value is a number, also one with more digits than a number of JavaScript has. */
export function isNumber(value) {
    return typeof value === 'number' || isRaw(value);
}

/** Parses JSON. Integers that would lose digits keep their text, if the browser can keep it. */
export function parse(text) {
    // Numbers with so many digits are rare, and a function for each value is slow.
    if (!hasRaw || !/[^"\d]-?\d{16,}/.test(` ${text}`)) return JSON.parse(text);
    return JSON.parse(text, (_, value, context) => {
        const isExact = typeof value !== 'number' || context?.source === undefined || String(value) === context.source;
        return isExact ? value : JSON.rawJSON(context.source);
    });
}

/** Writes JSON; `space` as for `JSON.stringify`. */
export function stringify(value, space) {
    return JSON.stringify(value, null, space) ?? 'null';
}

/** The number of bytes of a string in UTF-8. */
export function byteCount(text) {
    return encoder.encode(text).length;
}

/** A date as a timetoken, a string of 17 digits. */
export function timetokenOf(milliseconds) {
    return `${Math.trunc(milliseconds)}0000`;
}

/** The milliseconds since 1970 of a timetoken. */
export function millisecondsOf(timetoken) {
    const text = String(timetoken);
    return text.length > 4 ? Number(text.slice(0, -4)) : 0;
}

/** Adds to a timetoken, which has more digits than a number. */
export function addToTimetoken(timetoken, difference) {
    return (BigInt(timetoken) + BigInt(difference)).toString();
}

/** Compares two timetokens. */
export function compareTimetokens(left, right) {
    return left.length === right.length ? (left < right ? -1 : left > right ? 1 : 0) : left.length - right.length;
}
