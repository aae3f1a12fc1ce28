// Every call of the API, once: its fields, its request, and the same call as a command and in Swift.

import { escapeList, escapeURL, quoteShell, quoteSwift, rawSwift, stringify, swiftValue } from './encoding.js';

/**
 * An action of the table.
 *
 * - `id`, `group`, `title`, `summary`
 * - `fields`: `{name, label, kind, value, optional}`; `kind` is `text`, `names`, `json`, `number`, `flag`, `choice` (with `choices`)
 * - `request(values, context)`: `{method, path, query, body, headers, base}`; values in `query` are escaped already
 * - `command(values)`: the arguments of `pubnub`, without those of the connection
 * - `swift3(values)`, `swiftAsync(values)`: the lines of the call. These and `command` may be false: there is no such call
 * - `isChange`: whether the call changes something; `isLocal`: whether the command makes no request for it
 * - `missing(values)`: what a form cannot express of these values, `{pubnub, swift3, swiftAsync}`, each a list of nouns
 *
 * A context is `{origin, admin, publishKey, subscribeKey, userID, authKey}`.
 */

const pub = (context) => escapeURL(context.publishKey);
const sub = (context) => escapeURL(context.subscribeKey);
const channels = (names) => (names.length ? escapeList(names) : ',');
const get = (path, query = []) => ({ method: 'GET', path, query });
const field = (name, label, value, more = {}) => ({ name, label, kind: 'text', value, ...more });
const names = (name, label, value, more = {}) => field(name, label, value, { kind: 'names', ...more });
const json = (name, label, value, more = {}) => field(name, label, value, { kind: 'json', ...more });
const flag = (name, label, value = false) => field(name, label, value, { kind: 'flag' });
const swiftNames = (list) => `[${list.map(quoteSwift).join(', ')}]`;
const swiftChannels = (list) => `[${list.map((name) => `PNChannel.channel(withName: ${quoteSwift(name)})`).join(', ')}]`;
const swiftChannel = (name) => `PNChannel.channel(withName: ${quoteSwift(name)})`;
/** A message as arguments. */
const message = (value) => {
    const text = typeof value === 'string' ? value : stringify(value);
    return [...(typeof value === 'string' ? ['--text'] : []), guarded(text)];
};

/** A value that begins with a hyphen. Anyone may name a channel `--origin=…`, and the command must not take it for an option. */
class Hyphened extends String {}
const guarded = (value) => (typeof value === 'string' && value.startsWith('-') ? new Hyphened(value) : value);

/** The values of an action with their hyphens marked, without those that are JSON. */
function guardedValues(entry, values) {
    const json = new Set(entry.fields.filter(({ kind }) => kind === 'json').map(({ name }) => name));
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, json.has(name) ? value : Array.isArray(value) ? value.map(guarded) : guarded(value)]));
}

/** The options of the command that have no value. */
const SWITCHES = ['--presence', '--state', '--tokens', '--actions', '--no-store', '--text', '--yes', '--everything', '--read', '--write', '--manage', '--local'];

/** Words in two parts: options and what precedes them, and the arguments from the first with a hyphen on, which belong behind `--`. */
function separated(words) {
    const [options, rest] = [[], []];
    for (let place = 0; place < words.length; place += 1) {
        const word = words[place];
        if (typeof word === 'string' && word.startsWith('--')) {
            if (SWITCHES.includes(word)) {
                options.push(word);
            } else {
                place += 1;
                const value = String(words[place]);
                options.push(...(value.startsWith('-') ? [`${word}=${value}`] : [word, value]));
            }
        } else if (rest.length > 0 || word instanceof Hyphened) {
            rest.push(String(word));
        } else {
            options.push(word);
        }
    }
    return { options, rest };
}

const needsFoundation = (lines) => lines.some((line) => line.includes('NSNull()') || line.includes('Data('));
const onChannels = (values) => names('channels', 'Channels', ['chat'], values);

/** The parts of the console's own API that sign a call with the secret key, which never leaves the server. */
const throughAdmin = (path, body) => ({ method: 'POST', base: 'admin', path, query: [], body: stringify(body), headers: { 'Content-Type': 'application/json' } });

const rightFlags = [flag('read', 'read', true), flag('write', 'write'), flag('manage', 'manage')];
const swiftRights = (values) => {
    const rights = [['read', '.readAccessRight'], ['write', '.writeAccessRight'], ['manage', '.managementRight']]
        .filter(([name]) => values[name]).map(([, right]) => right);
    return rights.length ? `[${rights.join(', ')}]` : '.noAccessRights';
};
const swiftObjects = (values) => [
    ...values.channels.map(swiftChannel), ...values.groups.map((name) => `PNChannelGroup(name: ${quoteSwift(name)})`),
];
const grantBody = (values, context, rights) => ({
    subscribeKey: context.subscribeKey, channels: values.channels, groups: values.groups, keys: values.keys,
    ...(values.users?.length ? { users: values.users } : {}), ...rights,
});
/** The rights that only version 3 of the access manager has. */
const LATER_RIGHTS = ['delete', 'get', 'update', 'join'];
const laterRights = (values) => Object.fromEntries(LATER_RIGHTS.filter((name) => values[name]).map((name) => [name, true]));
/** Whether version 2 can grant or revoke this. Without the names of users or without its rights it would be another call, on the whole keyset. */
const isVersion2 = (values, isGrant) => (!values.users?.length || values.channels.length + values.groups.length > 0) && (!isGrant || values.read || values.write || values.manage || !LATER_RIGHTS.some((name) => values[name]));
const missingOfGrant = (values) => {
    const later = [values.users?.length > 0 && 'users', ...LATER_RIGHTS.filter((name) => values[name]).map((name) => `the right ${name}`)];
    return { pubnub: later, swift3: later, swiftAsync: [values.keys.length > 0 && 'authorization keys: a token has the rights'] };
};

function grantCall(values, rights, minutes) {
    const objects = swiftObjects(values);
    if (objects.length === 0) {
        return [`client.changeApplicationAccessRights(to: ${rights}, onPeriod: ${minutes}) { rights, error in`,
            '    print(error?.localizedDescription ?? "granted")', '}'];
    }
    if (values.keys.length === 0) {
        return [`client.changeAccessRights(for: [${objects.join(', ')}], to: ${rights}, onPeriod: ${minutes}) { rights, error in`,
            '    print(error?.localizedDescription ?? "granted")', '}'];
    }
    return objects.flatMap((object) => [
        `client.changeAccessRights(forClients: ${swiftNames(values.keys)}, object: ${object}, to: ${rights}, onPeriod: ${minutes}) { rights, error in`,
        '    print(error?.localizedDescription ?? "granted")', '}',
    ]);
}


/** The rights of a token. */
const TOKEN_RIGHTS = ['read', 'write', 'manage', ...LATER_RIGHTS];
const PATTERNS = ['channelPattern', 'groupPattern', 'userPattern'];
/** A token that has expired. */
const EXAMPLE_TOKEN = 'qEF2AkF0GmGFTxxDdHRsGDxDcmVzpURjaGFuoWx0ZXN0X2NoYW5uZWwYz0NncnCgQ3VzcqBDc3BjoER1dWlkoENwYXSlRGNoYW6gQ2dycKBDdXNyoENzcGOgRHV1aWSgRG1ldGGgRHV1aWRkdGVzdENzaWdYIMD7y8nuLytwo00ZNv2Dv9_nQU46Zg5f7qql6Yw9dkhr';
/** Whether an authorization key is a token, as the server tells them. */
export const isToken = (key) => /^(qEF2A|p0F2A|pkF2A)/.test(key);
const rightsOf = (values) => TOKEN_RIGHTS.filter((name) => values[name]);
const rightsOfNames = (values, list) => Object.fromEntries(list.map((name) => [name, rightsOf(values)]));

function tokenTerms(values, context) {
    return {
        subscribeKey: context.subscribeKey, ttl: values.ttl, ...(values.user ? { user: values.user } : {}),
        resources: { channels: rightsOfNames(values, values.channels), groups: rightsOfNames(values, values.groups), users: rightsOfNames(values, values.users) },
        patterns: Object.fromEntries(['channels', 'groups', 'users'].map((kind, place) => [kind, rightsOfNames(values, [values[PATTERNS[place]]].filter(Boolean))])),
        ...(values.meta !== null ? { meta: values.meta } : {}),
    };
}

/** The names and patterns of a token with the options of the command. */
const tokenTargets = (values) => [
    ...values.channels.map((name) => ['--channel', name]), ...values.groups.map((name) => ['--group', name]), ...values.users.map((name) => ['--user', name]),
    ...PATTERNS.map((name) => [{ channelPattern: '--channel-pattern', groupPattern: '--group-pattern', userPattern: '--user-pattern' }[name], values[name]]).filter(([, pattern]) => pattern),
];

/** An argument of `grantToken`; empty without names. */
function tokenScope(label, values, channelNames, groupNames, users) {
    const rights = `[${rightsOf(values).map((name) => `.${name}`).join(', ')}]`;
    const parts = [['channels', channelNames], ['groups', groupNames], ['users', users]].filter(([, list]) => list.length)
        .map(([kind, list]) => `${kind}: [${list.map((name) => `${quoteSwift(name)}: ${rights}`).join(', ')}]`);
    return parts.length ? `    ${label}: AccessScope(${parts.join(', ')})` : '';
}

/** Grants are version 2 of the access manager. The async interface has tokens, which hold the same rights. */
function tokenCall(values) {
    const users = values.users ?? [];
    const isEverything = values.channels.length + values.groups.length + users.length === 0;
    return [
        'let token = try await client.access.grantToken(', `    validFor: .seconds(${Math.min(values.ttl || 43_200, 43_200) * 60}),`,
        isEverything ? tokenScope('patterns', values, ['.*'], ['.*'], []) : tokenScope('resources', values, values.channels, values.groups, users), ')', 'print(token.string)',
    ];
}
const timetoken = (name, label, value, more) => field(name, label, value, { pattern: '[0-9]{1,20}', ...more });
const EXAMPLE = '17000000000000000';

const metadataFields = (id, kind) => [
    field('id', kind, id), field('name', 'Name', kind === 'User' ? 'Ann Lee' : 'Everyone', { optional: true }),
    json('custom', 'Custom values', { team: 'red' }, { optional: true }),
];
const metadataBody = (values) => stringify(Object.fromEntries([['name', values.name], ['custom', values.custom]]
    .filter(([, value]) => value !== null && value !== '')));
const metadataArguments = (values) => [values.id, ...(values.name ? ['--name', values.name] : []),
    ...(values.custom !== null ? ['--custom', stringify(values.custom)] : [])];
const include = 'include=custom,status,type';
const listFields = (filter, sort) => [field('filter', 'Filter', filter, { optional: true }), field('sort', 'Sort', sort, { optional: true }),
    field('limit', 'Limit', 25, { kind: 'number', minimum: 1, maximum: 100 })];
const listQuery = (values, fields) => [fields, `count=true`, `limit=${values.limit}`,
    ...(values.filter ? [`filter=${escapeURL(values.filter)}`] : []), ...(values.sort ? [`sort=${escapeURL(values.sort)}`] : []),
    ...(values.start ? [`start=${escapeURL(values.start)}`] : [])];
const listArguments = (values) => [...(values.filter ? ['--filter', values.filter] : []), ...(values.sort ? ['--sort', values.sort] : []),
    ...(values.start ? ['--start', values.start] : []), '--limit', String(values.limit)];
const listSettings = (values) => [...(values.filter ? [`request.filter = ${quoteSwift(values.filter)}`] : []),
    ...(values.sort ? [`request.sort = ${swiftNames(values.sort.split(','))}`] : []), `request.limit = ${values.limit}`,
    ...(values.start ? [`request.start = ${quoteSwift(values.start)}`] : [])];
/** The query of a list of the async interface. */
const listTerms = (values) => [...(values.filter ? [`filter: ${quoteSwift(values.filter)}`] : []),
    ...(values.sort ? [`sort: ${swiftNames(values.sort.split(','))}`] : []), `limit: ${values.limit}`,
    ...(values.start ? [`cursor: PageCursor(rawValue: ${quoteSwift(`next:${values.start}`)})`] : [])].join(', ');
const pageLines = (call) => [`let page = try await client.${call}`, 'for item in page.items { print(item) }', 'print(page.total ?? 0, page.next?.rawValue ?? "the end")'];

const objectBody = (method, path, query, body) => ({ method, path, query, body, headers: { 'Content-Type': 'application/json' } });
const objects = (context) => `/v2/objects/${sub(context)}`;

function metadataSwift(kind, request, call) {
    return (values) => [
        `let request = ${request}(${kind === 'User' ? 'uuid' : 'channel'}: ${quoteSwift(values.id)})`,
        ...(values.name ? [`request.name = ${quoteSwift(values.name)}`] : []),
        ...(values.custom !== null ? [`request.custom = ${swiftValue(values.custom)}`] : []),
        `client.${call}(request) { status in`, '    print(status.isError ? "refused" : "stored")', '}',
    ];
}

function metadataAsync(kind, registry) {
    return (values) => [
        `${values.custom !== null ? 'var' : 'let'} changes = ${kind}Changes(${values.name ? `name: .set(${quoteSwift(values.name)})` : ''})`,
        ...(values.custom !== null ? [`changes.custom = .set(try JSON(parsing: Array(${rawSwift(stringify(values.custom))}.utf8)).object ?? [:])`] : []),
        `let stored = try await client.${registry}.set(${quoteSwift(values.id)}, changes)`, 'print(stored)',
    ];
}

const fileFields = () => [field('channel', 'Channel', 'chat'), field('id', 'Identifier', '6f0d7c1e-52c4-4a0b-9a55-0f6b2d6f7a10'), field('name', 'Name', 'plan.pdf')];
const swiftFile = (values) => `FileReference(id: ${quoteSwift(values.id)}, name: ${quoteSwift(values.name)})`;

export const actions = [
    {
        id: 'publish', group: 'Messages', title: 'Publish', summary: 'Send a message to a channel.', isChange: true,
        missing: (values) => {
            const [meta, ttl, type, fired] = [values.meta !== null && 'metadata', values.ttl && 'hours in history', values.customType && 'custom type', values.isFired && 'no delivery to subscribers'];
            return { pubnub: [type, fired], swift3: [meta, ttl, type, fired], swiftAsync: [fired] };
        },
        fields: [field('channel', 'Channel', 'chat'), json('message', 'Message', { text: 'hello' }), json('meta', 'Metadata', null, { optional: true }),
            flag('store', 'Store', true), field('ttl', 'Hours in history', '', { kind: 'number', minimum: 0, maximum: 8760, optional: true })],
        request: (values, context) => get(
            `/publish/${pub(context)}/${sub(context)}/0/${escapeURL(values.channel)}/0/${escapeURL(stringify(values.message))}`,
            [...(values.store ? [] : ['store=0']), ...(values.ttl ? [`ttl=${values.ttl}`] : []),
                ...(values.meta !== null ? [`meta=${escapeURL(stringify(values.meta))}`] : []),
                ...(values.customType ? [`custom_message_type=${escapeURL(values.customType)}`] : []), ...(values.isFired ? ['norep=true'] : [])]),
        command: (values) => ['publish', ...(values.store ? [] : ['--no-store']), ...(values.ttl ? ['--ttl', `${values.ttl}h`] : []),
            ...(values.meta !== null ? ['--meta', stringify(values.meta)] : []), values.channel, ...message(values.message)],
        swift3: (values) => [`let message: Any = ${swiftValue(values.message)}`,
            `client.sendMessage(message, to: ${swiftChannel(values.channel)}${values.store ? '' : ', storeInHistory: false'}) { state, outcome in`,
            '    if let error = outcome as? PNError { print(error.localizedDescription) }', '    if state == .sent { print("sent") }', '}'],
        swiftAsync: (values) => {
            const options = [...(values.store ? [] : ['options.isStored = false']), ...(values.ttl ? [`options.timeToLive = .seconds(${values.ttl * 3600})`] : []),
                ...(values.customType ? [`options.customType = ${quoteSwift(values.customType)}`] : []),
                ...(values.meta !== null ? [`options.metadata = try JSON(parsing: Array(${rawSwift(stringify(values.meta))}.utf8))`] : [])];
            return [...(options.length ? ['var options = PublishOptions()', ...options] : []),
                `let timetoken = try await client.publish(json: ${rawSwift(stringify(values.message))}.utf8, to: ${quoteSwift(values.channel)}${options.length ? ', options: options' : ''})`,
                'print(timetoken)'];
        },
    },
    {
        id: 'signal', group: 'Messages', title: 'Signal', summary: 'Send a small message that is not stored.', isChange: true,
        fields: [field('channel', 'Channel', 'chat'), json('message', 'Signal, at most 64 bytes', 'typing')],
        request: (values, context) => get(
            `/signal/${pub(context)}/${sub(context)}/0/${escapeURL(values.channel)}/0/${escapeURL(stringify(values.message))}`,
            values.customType ? [`custom_message_type=${escapeURL(values.customType)}`] : []),
        command: (values) => ['signal', ...(values.customType ? ['--type', values.customType] : []), values.channel, ...message(values.message)],
        swift3: (values) => [...(values.customType
            ? [`let request = PNSignalRequest(channel: ${quoteSwift(values.channel)}, signal: ${swiftValue(values.message)})`, `request.customMessageType = ${quoteSwift(values.customType)}`,
                'client.sendSignal(with: request) { status in']
            : [`client.signal(${swiftValue(values.message)}, channel: ${quoteSwift(values.channel)}) { status in`]),
        '    print(status.isError ? "refused" : "sent")', '}'],
        swiftAsync: (values) => [`let signal = try JSON(parsing: Array(${rawSwift(stringify(values.message))}.utf8))`,
            `let timetoken = try await client.signal(signal, to: ${quoteSwift(values.channel)}${values.customType ? `, customType: ${quoteSwift(values.customType)}` : ''})`, 'print(timetoken)'],
    },
    {
        id: 'subscribe', group: 'Messages', title: 'Subscribe', summary: 'Receive messages, signals, presence and other events as they come.',
        isStream: true,
        fields: [onChannels(), names('groups', 'Groups', [], { optional: true }), flag('presence', 'Presence', true),
            timetoken('timetoken', 'From timetoken', '0'), field('filter', 'Filter', '', { optional: true })],
        missing: (values) => {
            const [filter, from] = [values.filter && 'filter', isMoment(values.timetoken) && 'timetoken to start from'];
            return { pubnub: [filter], swift3: [filter, from] };
        },
        request: (values, context) => get(`/v2/subscribe/${sub(context)}/${channels(withPresence(values.channels, values.presence))}/0`,
            [`tt=${values.timetoken || 0}`, ...(values.groups.length ? [`channel-group=${escapeList(withPresence(values.groups, values.presence))}`] : []),
                ...(values.filter ? [`filter-expr=${escapeURL(values.filter)}`] : [])]),
        command: (values) => ['subscribe', ...values.channels, ...values.groups.flatMap((name) => ['--group', name]),
            ...(values.presence ? ['--presence'] : []), ...(isMoment(values.timetoken) ? ['--since', values.timetoken] : [])],
        swift3: (values) => [
            `client.subscribe(on: [${[...values.channels.map((name) => `PNChannel.channel(withName: ${quoteSwift(name)}${values.presence ? ', shouldObservePresence: true' : ''})`),
                ...values.groups.map((name) => `PNChannelGroup(name: ${quoteSwift(name)})`)].join(', ')}]) { state, objects, error in`,
            '    print(error?.localizedDescription ?? "subscribed")', '}'],
        swiftAsync: (values) => [
            `for try await event in client.subscribe(to: ${swiftNames(values.channels)}${values.groups.length ? `, groups: ${swiftNames(values.groups)}` : ''}${values.presence ? ', presence: true' : ''}${isMoment(values.timetoken) ? `, since: ${values.timetoken}` : ''}${values.filter ? `, filter: ${quoteSwift(values.filter)}` : ''}) {`,
            '    print(event)', '}'],
    },
    {
        id: 'history', group: 'History', title: 'Read history', summary: 'Read stored messages of a channel, newest page first.',
        fields: [field('channel', 'Channel', 'chat'), field('limit', 'Limit', 100, { kind: 'number', minimum: 1, maximum: 100 }),
            timetoken('before', 'Before timetoken', '', { optional: true }), timetoken('from', 'From timetoken', '', { optional: true })],
        request: (values, context) => get(`/v3/history/sub-key/${sub(context)}/channel/${escapeURL(values.channel)}`,
            [`max=${values.limit}`, ...(values.before ? [`start=${values.before}`] : []), ...(values.from ? [`end=${values.from}`] : []),
                'include_meta=true', 'include_uuid=true', 'include_message_type=true', 'include_custom_message_type=true']),
        command: (values) => ['history', values.channel, '--limit', String(values.limit), '--tokens',
            ...(values.before ? ['--before', values.before] : []), ...(values.from ? ['--after', values.from] : [])],
        swift3: (values) => [`let request = PNHistoryFetchRequest(channels: [${quoteSwift(values.channel)}])`, `request.max = ${values.limit}`,
            ...(values.before ? [`request.start = ${values.before}`] : []), ...(values.from ? [`request.end = ${values.from}`] : []),
            'client.fetchHistory(with: request) { result, status in',
            `    for message in result?.data.channels[${quoteSwift(values.channel)}] ?? [] { print(message.message) }`, '}'],
        swiftAsync: (values) => [
            `for try await message in client.history(of: ${quoteSwift(values.channel)}${values.before ? `, from: .before(${values.before})` : ''}${values.from ? `, to: .at(${values.from})` : ''}, limit: ${values.limit}) {`,
            '    print(message.timetoken, message.json)', '}'],
    },
    {
        missing: () => ({ swiftAsync: ['messages, which client.history(of:) reads'] }),
        id: 'historyWithActions', group: 'History', title: 'Read history with actions', summary: 'Read stored messages of a channel with the actions on them.',
        fields: [field('channel', 'Channel', 'chat'), field('limit', 'Limit', 25, { kind: 'number', minimum: 1, maximum: 25 }),
            timetoken('before', 'Before timetoken', '', { optional: true }), timetoken('from', 'From timetoken', '', { optional: true })],
        request: (values, context) => get(`/v3/history-with-actions/sub-key/${sub(context)}/channel/${escapeURL(values.channel)}`,
            [`max=${values.limit}`, ...(values.before ? [`start=${values.before}`] : []), ...(values.from ? [`end=${values.from}`] : []),
                'include_meta=true', 'include_uuid=true', 'include_message_type=true', 'include_custom_message_type=true']),
        command: (values) => ['history', values.channel, '--actions', '--limit', String(values.limit),
            ...(values.before ? ['--before', values.before] : []), ...(values.from ? ['--after', values.from] : [])],
        swift3: (values) => [`let request = PNHistoryFetchRequest(channels: [${quoteSwift(values.channel)}])`, `request.max = ${values.limit}`,
            ...(values.before ? [`request.start = ${values.before}`] : []), ...(values.from ? [`request.end = ${values.from}`] : []),
            'request.includeMessageActions = true', 'client.fetchHistory(with: request) { result, status in',
            `    for message in result?.data.channels[${quoteSwift(values.channel)}] ?? [] { print(message.message, message.actions.map(\\.value)) }`, '}'],
        swiftAsync: (values) => [`for try await action in client.actions.all(in: ${quoteSwift(values.channel)}) {`, '    print(action)', '}'],
    },
    {
        id: 'messageCounts', group: 'History', title: 'Count messages', summary: 'Count the stored messages of channels after a timetoken.',
        fields: [onChannels(), timetoken('timetoken', 'After timetoken', EXAMPLE)],
        request: (values, context) => get(`/v3/history/sub-key/${sub(context)}/message-counts/${channels(values.channels)}`, [`timetoken=${values.timetoken}`]),
        command: (values) => ['message-counts', ...values.channels, '--since', values.timetoken],
        swift3: (values) => [`let request = PNHistoryMessagesCountRequest(channels: ${swiftNames(values.channels)}, timetokens: [${values.timetoken}])`,
            'client.fetchMessagesCount(with: request) { result, status in', '    print(result?.data.channels ?? [:])', '}'],
        swiftAsync: (values) => [`let counts = try await client.messageCounts(of: [${values.channels.map((name) => `${quoteSwift(name)}: ${values.timetoken}`).join(', ')}])`,
            'print(counts)'],
    },
    {
        id: 'deleteHistory', group: 'History', title: 'Delete history', summary: 'Delete stored messages of a channel between two timetokens.', isChange: true,
        fields: [field('channel', 'Channel', 'chat'), timetoken('after', 'After timetoken', EXAMPLE), timetoken('through', 'Through timetoken', '17000000000000001')],
        request: (values, context) => ({ ...get(`/v3/history/sub-key/${sub(context)}/channel/${escapeURL(values.channel)}`,
            [`start=${values.after}`, `end=${values.through}`]), method: 'DELETE' }),
        command: (values) => ['history', 'delete', values.channel, '--after', String(BigInt(values.after) + 1n), '--before', String(BigInt(values.through) + 1n), '--yes'],
        swift3: (values) => [`let request = PNHistoryMessagesDeleteRequest(channel: ${quoteSwift(values.channel)})`, `request.start = ${values.after}`,
            `request.end = ${values.through}`, 'client.deleteMessages(with: request) { status in', '    print(status.isError ? "refused" : "deleted")', '}'],
        swiftAsync: (values) => [`try await client.deleteMessages(in: ${quoteSwift(values.channel)}, from: ${values.after}, to: ${values.through})`],
    },
    {
        id: 'listFiles', group: 'Files', title: 'List files', summary: 'List the files of a channel, in the order of their identifiers.',
        fields: [field('channel', 'Channel', 'chat'), field('limit', 'Limit', 50, { kind: 'number', minimum: 1, maximum: 100 }), field('next', 'Next page', '', { optional: true })],
        missing: (values) => ({ swiftAsync: [values.next && 'page to begin with'] }),
        request: (values, context) => get(`/v1/files/${sub(context)}/channels/${escapeURL(values.channel)}/files`, [`limit=${values.limit}`, ...(values.next ? [`next=${escapeURL(values.next)}`] : [])]),
        command: (values) => ['files', 'list', values.channel, '--limit', String(values.limit), ...(values.next ? ['--next', values.next] : [])],
        swift3: () => false,
        swiftAsync: (values) => [`for try await file in client.files(of: ${quoteSwift(values.channel)}) { print(file.file.name, file.size) }`],
    },
    {
        id: 'uploadForm', group: 'Files', title: 'Send a file', summary: 'Get the address and the form of an upload, which is posted within a minute, with the file as its last part.', isChange: true,
        fields: [field('channel', 'Channel', 'chat'), field('name', 'Name', 'plan.pdf')],
        request: (values, context) => objectBody('POST', `/v1/files/${sub(context)}/channels/${escapeURL(values.channel)}/generate-upload-url`, [], stringify({ name: values.name })),
        command: (values) => ['files', 'send', values.channel, values.name],
        swift3: () => false,
        swiftAsync: (values) => [`let sent = try await client.sendFile(.file(at: ${quoteSwift(values.name)}), to: ${quoteSwift(values.channel)})`, 'print(sent.file.id, sent.timetoken)'],
    },
    {
        id: 'publishFile', group: 'Files', title: 'Publish a file', summary: 'Tell the subscribers of a channel about a file that is uploaded.', isChange: true,
        fields: [...fileFields(), json('message', 'Message', 'The plan', { optional: true })],
        request: (values, context) => {
            const content = values.encrypted ?? { ...(values.message === null ? {} : { message: values.message }), file: { id: values.id, name: values.name } };
            return get(`/v1/files/publish-file/${pub(context)}/${sub(context)}/0/${escapeURL(values.channel)}/0/${escapeURL(stringify(content))}`, ['store=1']);
        },
        command: (values) => ['files', 'publish', values.channel, values.id, values.name, ...(values.message === null ? [] : [...(typeof values.message === 'string' ? ['--text'] : []), '--message', typeof values.message === 'string' ? values.message : stringify(values.message)])],
        swift3: () => false,
        swiftAsync: (values) => [
            ...(values.message === null ? [] : ['var options = FileOptions()', `options.message = try JSON(parsing: Array(${rawSwift(stringify(values.message))}.utf8))`]),
            `let timetoken = try await client.publishFile(${swiftFile(values)}, to: ${quoteSwift(values.channel)}${values.message === null ? '' : ', options: options'})`, 'print(timetoken)'],
    },
    {
        id: 'fileAddress', group: 'Files', title: 'Download a file', summary: 'Get the address of the content of a file, which holds for about an hour.',
        fields: fileFields(),
        request: (values, context) => get(`/v1/files/${sub(context)}/channels/${escapeURL(values.channel)}/files/${escapeURL(values.id)}/${escapeURL(values.name)}`),
        command: (values) => ['files', 'get', values.channel, values.id, values.name],
        swift3: () => false,
        swiftAsync: (values) => [`try await client.downloadFile(${swiftFile(values)}, from: ${quoteSwift(values.channel)}, to: ${quoteSwift(values.name)})`],
    },
    {
        id: 'deleteFile', group: 'Files', title: 'Delete a file', summary: 'Delete a file. Messages about it stay.', isChange: true,
        fields: fileFields(),
        request: (values, context) => ({ ...get(`/v1/files/${sub(context)}/channels/${escapeURL(values.channel)}/files/${escapeURL(values.id)}/${escapeURL(values.name)}`), method: 'DELETE' }),
        command: (values) => ['files', 'delete', values.channel, values.id, values.name],
        swift3: () => false,
        swiftAsync: (values) => [`try await client.deleteFile(${swiftFile(values)}, from: ${quoteSwift(values.channel)})`],
    },
    {
        id: 'addAction', group: 'Message actions', title: 'Add an action', summary: 'Add a reaction or another action to a message.', isChange: true,
        fields: [field('channel', 'Channel', 'chat'), timetoken('message', 'Timetoken of the message', EXAMPLE), field('type', 'Type', 'reaction'), field('value', 'Value', 'smile')],
        request: (values, context) => objectBody('POST', `/v1/message-actions/${sub(context)}/channel/${escapeURL(values.channel)}/message/${values.message}`, [],
            stringify({ type: values.type, value: values.value })),
        command: (values) => ['actions', 'add', values.channel, values.message, values.type, values.value],
        swift3: (values) => [`let request = PNAddMessageActionRequest(channel: ${quoteSwift(values.channel)}, messageTimetoken: ${values.message})`,
            `request.type = ${quoteSwift(values.type)}`, `request.value = ${quoteSwift(values.value)}`,
            'client.addMessageAction(with: request) { status in', '    print(status.isError ? "refused" : "added")', '}'],
        swiftAsync: (values) => [`let action = try await client.actions.add(${quoteSwift(values.type)}, ${quoteSwift(values.value)}, to: ${values.message}, in: ${quoteSwift(values.channel)})`,
            'print(action)'],
    },
    {
        id: 'removeAction', group: 'Message actions', title: 'Remove an action', summary: 'Remove an action that the same user added.', isChange: true,
        fields: [field('channel', 'Channel', 'chat'), timetoken('message', 'Timetoken of the message', EXAMPLE), timetoken('action', 'Timetoken of the action', '17000000000000001')],
        request: (values, context) => ({ ...get(`/v1/message-actions/${sub(context)}/channel/${escapeURL(values.channel)}/message/${values.message}/action/${values.action}`), method: 'DELETE' }),
        command: (values) => ['actions', 'remove', values.channel, values.message, values.action],
        swift3: (values) => [`let request = PNRemoveMessageActionRequest(channel: ${quoteSwift(values.channel)}, messageTimetoken: ${values.message})`,
            `request.actionTimetoken = ${values.action}`, 'client.removeMessageAction(with: request) { status in', '    print(status.isError ? "refused" : "removed")', '}'],
        swiftAsync: (values) => [`try await client.actions.remove(${values.action}, from: ${values.message}, in: ${quoteSwift(values.channel)})`],
    },
    {
        id: 'listActions', group: 'Message actions', title: 'List actions', summary: 'List the actions on the messages of a channel.',
        fields: [field('channel', 'Channel', 'chat'), field('limit', 'Limit', 100, { kind: 'number', minimum: 1, maximum: 100 })],
        request: (values, context) => get(`/v1/message-actions/${sub(context)}/channel/${escapeURL(values.channel)}`, [`limit=${values.limit}`]),
        command: (values) => ['actions', 'list', values.channel, '--limit', String(values.limit)],
        swift3: (values) => [`let request = PNFetchMessageActionsRequest(channel: ${quoteSwift(values.channel)})`, `request.limit = ${values.limit}`,
            'client.fetchMessageActions(with: request) { result, status in', '    print(result?.data.actions.map(\\.value) ?? [])', '}'],
        swiftAsync: (values) => [`for try await action in client.actions.all(in: ${quoteSwift(values.channel)}) {`, '    print(action)', '}'],
    },
    {
        id: 'hereNow', group: 'Presence', title: 'Here now', summary: 'List the clients in channels.',
        fields: [onChannels(), names('groups', 'Groups', [], { optional: true }), flag('state', 'With state', true)],
        request: (values, context) => get(`/v2/presence/sub-key/${sub(context)}/channel/${channels(values.channels)}`,
            ['disable_uuids=0', `state=${values.state ? 1 : 0}`, ...(values.groups.length ? [`channel-group=${escapeList(values.groups)}`] : [])]),
        command: (values) => ['here-now', ...values.channels, ...values.groups.flatMap((name) => ['--group', name]), ...(values.state ? ['--state'] : [])],
        swift3: (values) => [`client.requestParticipantsList(for: [${swiftObjects(values).join(', ')}], clientState: ${values.state}) { hereNow, _, error in`,
            `    for participant in hereNow?.participants(for: ${swiftObjects(values)[0] ?? swiftChannel('')}) ?? [] {`,
            '        print(participant.identifier)', '    }', '}'],
        swiftAsync: (values) => [`let occupancies = try await client.hereNow(${swiftNames(values.channels)}${values.groups.length ? `, groups: ${swiftNames(values.groups)}` : ''}, includesState: ${values.state})`,
            'print(occupancies)'],
    },
    {
        id: 'hereNowEverywhere', group: 'Presence', title: 'Here now, everywhere', summary: 'List the clients in all channels.', fields: [],
        request: (_, context) => get(`/v2/presence/sub-key/${sub(context)}`, ['disable_uuids=0', 'state=0']),
        command: () => ['here-now'],
        swift3: () => ['client.requestParticipantsList { hereNow, _, error in', '    print(hereNow?.channels().map(\\.name) ?? [])', '}'],
        swiftAsync: () => ['let occupancies = try await client.hereNow()', 'print(occupancies)'],
    },
    {
        id: 'whereNow', group: 'Presence', title: 'Where now', summary: 'List the channels that a client is in.', fields: [field('user', 'User', 'ann')],
        request: (values, context) => get(`/v2/presence/sub-key/${sub(context)}/uuid/${escapeURL(values.user)}`),
        command: (values) => ['where-now', values.user],
        swift3: (values) => [`client.requestParticipantChannelsList(${quoteSwift(values.user)}) { identifier, channels, error in`, '    print(channels?.map(\\.name) ?? [])', '}'],
        swiftAsync: (values) => [`print(try await client.whereNow(${quoteSwift(values.user)}))`],
    },
    {
        id: 'getState', group: 'Presence', title: 'Get state', summary: 'Read the state of a client in a channel.', fields: [field('user', 'User', 'ann'), field('channel', 'Channel', 'chat')],
        request: (values, context) => get(`/v2/presence/sub-key/${sub(context)}/channel/${escapeURL(values.channel)}/uuid/${escapeURL(values.user)}`),
        command: (values) => ['state', 'get', values.user, values.channel],
        swift3: (values) => [`client.requestClientState(${quoteSwift(values.user)}, forObject: ${swiftChannel(values.channel)}) { found, error in`,
            `    print(found?.state(for: ${swiftChannel(values.channel)}) ?? [:])`, '}'],
        swiftAsync: (values) => [`print(try await client.state(of: ${quoteSwift(values.user)}, on: [${quoteSwift(values.channel)}]))`],
    },
    {
        id: 'setState', group: 'Presence', title: 'Set state', summary: 'Change the state of a client that is in the channel.', isChange: true,
        fields: [field('user', 'User', 'ann'), field('channel', 'Channel', 'chat'), json('state', 'State', { mood: 'fine' })],
        request: (values, context) => get(`/v2/presence/sub-key/${sub(context)}/channel/${escapeURL(values.channel)}/uuid/${escapeURL(values.user)}/data`,
            [`state=${escapeURL(stringify(values.state))}`]),
        command: (values) => ['state', 'set', values.user, values.channel, stringify(values.state)],
        swift3: (values) => [`client.updateClientState(${quoteSwift(values.user)}, state: ${swiftValue(values.state)}, forObject: ${swiftChannel(values.channel)}) { changed, error in`,
            '    print(error?.localizedDescription ?? "changed")', '}'],
        swiftAsync: (values) => [`let state = try JSON(parsing: Array(${rawSwift(stringify(values.state))}.utf8))`, `try await client.setState(state, on: [${quoteSwift(values.channel)}])`],
    },
    ...groupActions(),
    ...objectActions(),
    ...accessActions(),
    {
        id: 'addPush', group: 'Push', title: 'Register a device', summary: 'Notify a device of messages on channels.', isChange: true,
        fields: [field('device', 'Device token', 'ab'.repeat(32)), onChannels()],
        request: (values, context) => get(`/v1/push/sub-key/${sub(context)}/devices/${escapeURL(values.device)}`, [`add=${escapeList(values.channels)}`, 'type=apns']),
        command: (values) => ['push', 'add', values.device, ...values.channels],
        swift3: (values) => [deviceOf(values), `client.enablePushNotifications(onChannels: ${swiftChannels(values.channels)}, withDevicePushToken: device) { channels, error in`,
            '    print(error?.localizedDescription ?? "registered")', '}'],
        swiftAsync: (values) => [deviceOf(values), `try await client.push.add(${swiftNames(values.channels)}, to: device)`],
    },
    {
        id: 'listPush', group: 'Push', title: 'List channels of a device', summary: 'List the channels whose messages a device is notified of.',
        fields: [field('device', 'Device token', 'ab'.repeat(32))],
        request: (values, context) => get(`/v1/push/sub-key/${sub(context)}/devices/${escapeURL(values.device)}`, ['type=apns']),
        command: (values) => ['push', 'list', values.device],
        swift3: (values) => [deviceOf(values), 'client.requestPushNotificationEnabledChannels(forDevicePushToken: device) { channels, error in', '    print(channels?.map(\\.name) ?? [])', '}'],
        swiftAsync: (values) => [deviceOf(values), 'print(try await client.push.channels(of: device))'],
    },
    {
        id: 'removePush', group: 'Push', title: 'Unregister a device', summary: 'Stop all notifications of a device.', isChange: true,
        fields: [field('device', 'Device token', 'ab'.repeat(32))],
        request: (values, context) => get(`/v1/push/sub-key/${sub(context)}/devices/${escapeURL(values.device)}/remove`, ['type=apns']),
        command: (values) => ['push', 'remove-all', values.device],
        swift3: (values) => [deviceOf(values), 'client.removeAllPushNotifications(forDevicePushToken: device) { error in', '    print(error?.localizedDescription ?? "removed")', '}'],
        swiftAsync: (values) => [deviceOf(values), 'try await client.push.removeAll(from: device)'],
    },
    {
        id: 'time', group: 'Service', title: 'Time', summary: 'Read the time of the service as a timetoken.', fields: [],
        request: () => get('/time/0'),
        command: () => ['time'],
        swift3: () => ['client.requestServerTimeToken { timetoken, error in', '    print(timetoken ?? 0)', '}'],
        swiftAsync: () => ['print(try await client.time())'],
    },
];

function deviceOf(values) {
    const bytes = values.device.match(/[0-9a-fA-F]{2}/g) ?? [];
    const all = new Set(bytes);
    const list = all.size === 1 ? `repeating: 0x${bytes[0]}, count: ${bytes.length}` : `[${bytes.map((byte) => `0x${byte}`).join(', ')}]`;
    return `let device = Data(${list})`;
}

function isMoment(text) {
    return /^[0-9]+$/.test(text ?? '') && !/^0+$/.test(text);
}

function withPresence(list, presence) {
    return presence ? list.flatMap((name) => [name, `${name}-pnpres`]) : list;
}

function groupActions() {
    const registry = (context) => `/v1/channel-registration/sub-key/${sub(context)}/channel-group`;
    const group = 'Channel groups';
    return [
        {
            id: 'listGroups', group, title: 'List groups', summary: 'List the channel groups.', fields: [],
            request: (_, context) => get(registry(context)),
            command: () => ['groups', 'list'],
            swift3: () => ['client.requestDefaultChannelGroups { namespace, groups, error in', '    print(groups?.map(\\.groupName) ?? [])', '}'],
            swiftAsync: () => ['print(try await client.groups.list())'],
        },
        {
            id: 'groupChannels', group, title: 'List channels of a group', summary: 'List the channels of a channel group.', fields: [field('name', 'Group', 'friends')],
            request: (values, context) => get(`${registry(context)}/${escapeURL(values.name)}`),
            command: (values) => ['groups', 'channels', values.name],
            swift3: (values) => [`client.requestChannels(for: PNChannelGroup(name: ${quoteSwift(values.name)})) { group, error in`, '    print(group?.channels.map(\\.name) ?? [])', '}'],
            swiftAsync: (values) => [`print(try await client.groups.channels(of: ${quoteSwift(values.name)}))`],
        },
        {
            id: 'addToGroup', group, title: 'Add channels', summary: 'Add channels to a group, which need not exist yet.', isChange: true,
            fields: [field('name', 'Group', 'friends'), onChannels()],
            request: (values, context) => get(`${registry(context)}/${escapeURL(values.name)}`, [`add=${escapeList(values.channels)}`]),
            command: (values) => ['groups', 'add', values.name, ...values.channels],
            swift3: (values) => [`client.addChannels(${swiftChannels(values.channels)}, to: PNChannelGroup(name: ${quoteSwift(values.name)})) { group, channels, error in`,
                '    print(error?.localizedDescription ?? "added")', '}'],
            swiftAsync: (values) => [`try await client.groups.add(${swiftNames(values.channels)}, to: ${quoteSwift(values.name)})`],
        },
        {
            id: 'removeFromGroup', group, title: 'Remove channels', summary: 'Remove channels from a group.', isChange: true,
            fields: [field('name', 'Group', 'friends'), onChannels()],
            request: (values, context) => get(`${registry(context)}/${escapeURL(values.name)}`, [`remove=${escapeList(values.channels)}`]),
            command: (values) => ['groups', 'remove', values.name, ...values.channels],
            swift3: (values) => [`client.removeChannels(${swiftChannels(values.channels)}, from: PNChannelGroup(name: ${quoteSwift(values.name)})) { group, channels, error in`,
                '    print(error?.localizedDescription ?? "removed")', '}'],
            swiftAsync: (values) => [`try await client.groups.remove(${swiftNames(values.channels)}, from: ${quoteSwift(values.name)})`],
        },
        {
            id: 'deleteGroup', group, title: 'Delete a group', summary: 'Delete a group. Its channels and their messages remain.', isChange: true,
            fields: [field('name', 'Group', 'friends')],
            request: (values, context) => get(`${registry(context)}/${escapeURL(values.name)}/remove`),
            command: (values) => ['groups', 'delete', values.name],
            swift3: (values) => [`client.remove(PNChannelGroup(name: ${quoteSwift(values.name)})) { group, error in`, '    print(error?.localizedDescription ?? "deleted")', '}'],
            swiftAsync: (values) => [`try await client.groups.delete(${quoteSwift(values.name)})`],
        },
    ];
}

function objectActions() {
    const group = 'App Context';
    const list = (kind, path, command, request, call, result, registry) => ({
        id: `list${kind}`, group, title: `List ${command}`, summary: `List the ${command} that have metadata.`, fields: listFields('', 'name'),
        request: (values, context) => get(`${objects(context)}/${path}`, listQuery(values, include)),
        command: (values) => [command, 'list', ...listArguments(values)],
        swift3: (values) => [`let request = ${request}()`, ...listSettings(values), `client.${call}(with: request) { result, status in`, `    print(result?.data.metadata.map(\\.${result}) ?? [])`, '}'],
        swiftAsync: (values) => pageLines(`${registry}.page(MetadataQuery(${listTerms(values)}))`),
    });
    const one = (kind, path, command, request, call, registry, example) => ({
        id: `get${kind}`, group, title: `Get a ${command.slice(0, -1)}`, summary: `Read the metadata of a ${command.slice(0, -1)}.`, fields: [field('id', kind, example)],
        request: (values, context) => get(`${objects(context)}/${path}/${escapeURL(values.id)}`, [include]),
        command: (values) => [command, 'get', values.id],
        swift3: (values) => [`let request = ${request}(${kind === 'User' ? 'uuid' : 'channel'}: ${quoteSwift(values.id)})`, `client.${call}(with: request) { result, status in`,
            '    print(result?.data.metadata?.name ?? "no metadata")', '}'],
        swiftAsync: (values) => [`print(try await client.${registry}.get(${quoteSwift(values.id)}))`],
    });
    const set = (kind, path, command, request, call, registry, example) => ({
        id: `set${kind}`, group, title: `Set a ${command.slice(0, -1)}`, summary: `Create or change the metadata of a ${command.slice(0, -1)}.`, isChange: true,
        fields: metadataFields(example, kind),
        request: (values, context) => objectBody('PATCH', `${objects(context)}/${path}/${escapeURL(values.id)}`, [include], metadataBody(values)),
        command: (values) => [command, 'set', ...metadataArguments(values)],
        swift3: metadataSwift(kind, request, call), swiftAsync: metadataAsync(kind, registry),
    });
    const remove = (kind, path, command, request, call, registry, example) => ({
        id: `remove${kind}`, group, title: `Remove a ${command.slice(0, -1)}`, summary: `Remove the metadata of a ${command.slice(0, -1)}.`, isChange: true,
        fields: [field('id', kind, example)],
        request: (values, context) => ({ ...get(`${objects(context)}/${path}/${escapeURL(values.id)}`), method: 'DELETE' }),
        command: (values) => [command, 'remove', values.id],
        swift3: (values) => [`let request = ${request}(${kind === 'User' ? 'uuid' : 'channel'}: ${quoteSwift(values.id)})`, `client.${call}(with: request) { status in`,
            '    print(status.isError ? "refused" : "removed")', '}'],
        swiftAsync: (values) => [`try await client.${registry}.remove(${quoteSwift(values.id)})`],
    });
    const membership = (values, type) => stringify({ [type]: values.channels.map((id) => ({ channel: { id } })) });
    const path = (values, context) => `${objects(context)}/uuids/${escapeURL(values.user)}/channels`;
    const relation = 'include=custom,status,type,channel';
    return [
        list('Users', 'uuids', 'users', 'PNFetchAllUUIDMetadataRequest', 'allUUIDMetadata', 'uuid', 'users'),
        one('User', 'uuids', 'users', 'PNFetchUUIDMetadataRequest', 'uuidMetadata', 'users', 'ann'),
        set('User', 'uuids', 'users', 'PNSetUUIDMetadataRequest', 'setUUIDMetadataWith', 'users', 'ann'),
        remove('User', 'uuids', 'users', 'PNRemoveUUIDMetadataRequest', 'removeUUIDMetadata', 'users', 'ann'),
        list('Channels', 'channels', 'channels', 'PNFetchAllChannelsMetadataRequest', 'allChannelsMetadata', 'channel', 'channels'),
        one('Channel', 'channels', 'channels', 'PNFetchChannelMetadataRequest', 'channelMetadata', 'channels', 'chat'),
        set('Channel', 'channels', 'channels', 'PNSetChannelMetadataRequest', 'setChannelMetadataWith', 'channels', 'chat'),
        remove('Channel', 'channels', 'channels', 'PNRemoveChannelMetadataRequest', 'removeChannelMetadata', 'channels', 'chat'),
        {
            id: 'listMemberships', group, title: 'List memberships', summary: 'List the channels that a user is a member of.', fields: [field('user', 'User', 'ann'), ...listFields('', 'channel.id')],
            request: (values, context) => get(path(values, context), listQuery(values, relation)),
            command: (values) => ['memberships', 'list', values.user, ...listArguments(values)],
            swift3: (values) => [`let request = PNFetchMembershipsRequest(uuid: ${quoteSwift(values.user)})`, ...listSettings(values),
                'client.memberships(with: request) { result, status in', '    print(result?.data.memberships.map(\\.channel) ?? [])', '}'],
            swiftAsync: (values) => pageLines(`memberships.page(of: ${quoteSwift(values.user)}, MembershipQuery(${listTerms(values)}))`),
        },
        {
            id: 'setMemberships', group, title: 'Join channels', summary: 'Make a user a member of channels.', isChange: true, fields: [field('user', 'User', 'ann'), onChannels()],
            request: (values, context) => objectBody('PATCH', path(values, context), [relation], membership(values, 'set')),
            command: (values) => ['memberships', 'set', values.user, ...values.channels],
            swift3: (values) => [`let request = PNSetMembershipsRequest(uuid: ${quoteSwift(values.user)}, channels: [${values.channels.map((name) => `["channel": ${quoteSwift(name)}]`).join(', ')}])`,
                'client.setMembershipsWith(request) { status in', '    print(status.isError ? "refused" : "joined")', '}'],
            swiftAsync: (values) => [`try await client.memberships.set(${swiftNames(values.channels)}, of: ${quoteSwift(values.user)})`],
        },
        {
            id: 'removeMemberships', group, title: 'Leave channels', summary: 'Remove memberships of a user.', isChange: true, fields: [field('user', 'User', 'ann'), onChannels()],
            request: (values, context) => objectBody('PATCH', path(values, context), [relation], membership(values, 'delete')),
            command: (values) => ['memberships', 'remove', values.user, ...values.channels],
            swift3: (values) => [`let request = PNRemoveMembershipsRequest(uuid: ${quoteSwift(values.user)}, channels: ${swiftNames(values.channels)})`,
                'client.removeMemberships(with: request) { status in', '    print(status.isError ? "refused" : "left")', '}'],
            swiftAsync: (values) => [`try await client.memberships.remove(${swiftNames(values.channels)}, of: ${quoteSwift(values.user)})`],
        },
        {
            id: 'listMembers', group, title: 'List members', summary: 'List the users that are members of a channel.', fields: [field('channel', 'Channel', 'chat'), ...listFields('', 'uuid.id')],
            request: (values, context) => get(`${objects(context)}/channels/${escapeURL(values.channel)}/uuids`, listQuery(values, 'include=custom,status,type,uuid')),
            command: (values) => ['members', 'list', values.channel, ...listArguments(values)],
            swift3: (values) => [`let request = PNFetchChannelMembersRequest(channel: ${quoteSwift(values.channel)})`, ...listSettings(values),
                'client.channelMembers(with: request) { result, status in', '    print(result?.data.members.map(\\.uuid) ?? [])', '}'],
            swiftAsync: (values) => pageLines(`members.page(of: ${quoteSwift(values.channel)}, MembershipQuery(${listTerms(values)}))`),
        },
    ];
}

function accessActions() {
    const targets = [names('channels', 'Channels', ['chat'], { optional: true }), names('groups', 'Groups', [], { optional: true }), names('keys', 'Authorization keys', [], { optional: true })];
    const flags = (values) => [...values.channels.flatMap((name) => ['--channel', name]), ...values.groups.flatMap((name) => ['--group', name]),
        ...values.keys.flatMap((key) => ['--auth', key])];
    const group = 'Access';
    return [
        {
            id: 'grant', group, title: 'Grant', summary: 'Grant rights. The console has the server sign the grant; other clients sign it with the secret key.', isChange: true, needsSecret: true,
            fields: [...targets, ...rightFlags, field('ttl', 'Minutes, 0 for ever', 60, { kind: 'number', minimum: 0, maximum: 525600 })],
            request: (values, context) => throughAdmin('/v1/grant', grantBody(values, context, { read: values.read, write: values.write, manage: values.manage, ...laterRights(values), ttl: values.ttl })),
            command: (values) => isVersion2(values, true) && ['grant', ...flags(values), ...['read', 'write', 'manage'].filter((name) => values[name]).map((name) => `--${name}`), '--ttl', values.ttl ? `${values.ttl}m` : '0'],
            swift3: (values) => isVersion2(values, true) && grantCall(values, swiftRights(values), values.ttl), swiftAsync: tokenCall, missing: missingOfGrant,
        },
        {
            id: 'revoke', group, title: 'Revoke', summary: 'Revoke the rights that were granted on exactly this level.', isChange: true, needsSecret: true, fields: targets,
            request: (values, context) => throughAdmin('/v1/grant', grantBody(values, context, {})),
            command: (values) => isVersion2(values, false) && ['revoke', ...flags(values), ...(flags(values).length ? [] : ['--everything'])],
            swift3: (values) => isVersion2(values, false) && grantCall(values, '.noAccessRights', 0),
            missing: (values) => ({ pubnub: missingOfGrant(values).pubnub, swift3: missingOfGrant(values).swift3 }),
            swiftAsync: () => ['// The whole token: it has no rights any more.', 'try await client.access.revokeToken("the token")'],
        },
        {
            id: 'grantToken', group, title: 'Issue a token', summary: 'Issue an access token: the same rights on all names and patterns. The console has the server sign it; other clients sign the request with the secret key.', isChange: true, needsSecret: true,
            fields: [names('channels', 'Channels', ['chat'], { optional: true }), names('groups', 'Groups', [], { optional: true }), names('users', 'Users', [], { optional: true }),
                field('channelPattern', 'Channel pattern', '', { optional: true }), field('groupPattern', 'Group pattern', '', { optional: true }), field('userPattern', 'User pattern', '', { optional: true }),
                field('user', 'Only for the client', '', { optional: true }), field('ttl', 'Minutes', 60, { kind: 'number', minimum: 1, maximum: 43_200 }),
                ...TOKEN_RIGHTS.map((name) => flag(name, name, name === 'read')), json('meta', 'Further fields', null, { optional: true })],
            request: (values, context) => throughAdmin('/v1/token/grant', tokenTerms(values, context)),
            command: (values) => ['token', 'grant', '--ttl', `${values.ttl}m`, ...tokenTargets(values).flatMap(([option, name]) => [option, `${name}=${rightsOf(values).join(',')}`]),
                ...(values.user ? ['--authorized-user', values.user] : []), ...(values.meta !== null ? ['--meta', stringify(values.meta)] : [])],
            swift3: () => false,
            swiftAsync: (values) => [
                'let token = try await client.access.grantToken(', `    validFor: .seconds(${values.ttl * 60}),`, ...(values.user ? [`    authorizedUserID: ${quoteSwift(values.user)},`] : []),
                ...[tokenScope('resources', values, values.channels, values.groups, values.users), tokenScope('patterns', values, ...PATTERNS.map((name) => [values[name]].filter(Boolean))),
                    ...(values.meta !== null ? [`    meta: try JSON(parsing: Array(${rawSwift(stringify(values.meta))}.utf8)).object ?? [:]`] : [])].filter(Boolean).join(',\n').split('\n'),
                ')', 'print(token.string)'],
        },
        {
            id: 'revokeToken', group, title: 'Revoke a token', summary: 'End the rights of an access token before its time. Long polls with the token end with 403.', isChange: true, needsSecret: true,
            fields: [field('token', 'Token', EXAMPLE_TOKEN)],
            request: (values, context) => throughAdmin('/v1/token/revoke', { subscribeKey: context.subscribeKey, token: values.token }),
            command: (values) => ['token', 'revoke', values.token],
            swift3: () => false,
            swiftAsync: (values) => [`try await client.access.revokeToken(${quoteSwift(values.token)})`],
        },
        {
            id: 'parseToken', group, title: 'Read a token', summary: 'Show what an access token says. The console also says whether the keyset accepts it.', isLocal: true,
            fields: [field('token', 'Token', EXAMPLE_TOKEN)],
            request: (values, context) => throughAdmin('/v1/token/parse', { subscribeKey: context.subscribeKey, token: values.token }),
            missing: () => ({ pubnub: ['whether the keyset accepts it'], swiftAsync: ['whether the keyset accepts it'] }),
            command: (values) => ['token', 'parse', values.token],
            swift3: () => false,
            swiftAsync: (values) => [`let token = try client.access.parse(${quoteSwift(values.token)})`, 'print(token.resources, token.patterns, token.expires)'],
        },
        {
            id: 'checkAccess', group, title: 'Why was this 403?', summary: 'List the rights that a client has on a channel, and the grants that give them.', needsSecret: true,
            fields: [field('channel', 'Channel', 'chat'), field('key', 'Authorization key or token', '', { optional: true }), field('client', 'User', '', { optional: true })],
            request: (values, context) => throughAdmin('/v1/access/check', { subscribeKey: context.subscribeKey, [values.kind ?? 'channel']: values.channel, ...(values.key ? { key: values.key } : {}), ...(values.client ? { client: values.client } : {}) }),
            missing: ({ kind, key = '' }) => {
                const lost = [kind === 'user' && 'users, so all rights are listed', isToken(key) && 'the rights of a token'];
                return { pubnub: lost, swift3: lost };
            },
            command: ({ kind = 'channel', channel, key }) => ['audit', ...(kind === 'user' ? [] : [`--${kind}`, channel]), ...(key ? ['--auth', key] : [])],
            swift3: ({ kind = 'channel', channel, key }) => {
                const object = kind === 'group' ? `PNChannelGroup(name: ${quoteSwift(channel)})` : swiftChannel(channel);
                const call = kind === 'user' ? 'client.auditAccessRightsForApplication { rights, error in'
                    : key ? `client.auditAccessRights(for: ${object}, clients: [${quoteSwift(key)}]) { rights, error in`
                        : `client.auditAccessRights(for: [${object}]) { rights, error in`;
                return [call, '    print(error?.localizedDescription ?? "listed")', '}'];
            },
            swiftAsync: (values) => [
                `let token = try client.access.parse(${quoteSwift(isToken(values.key ?? '') ? values.key : 'the token')})`, `print(token.expires, token.resources.${values.kind ?? 'channel'}s[${quoteSwift(values.channel)}] ?? [])`],
        },
    ];
}

/** An action by its identifier. */
export function action(id) {
    return actions.find((entry) => entry.id === id);
}

/** The values of an action's fields before anyone changes them. */
export function defaults(entry) {
    return Object.fromEntries(entry.fields.map(({ name, value }) => [name, value]));
}

/** The URL of a request, for the client of a context. */
export function urlOf(entry, values, context) {
    const request = entry.request(values, context);
    return { ...request, url: urlFor(request, context) };
}

function urlFor(request, context) {
    if (request.base === 'admin') return context.admin + request.path;
    const query = [...request.query, `uuid=${escapeURL(context.userID)}`, ...(context.authKey ? [`auth=${escapeURL(context.authKey)}`] : [])];
    return `${context.origin}${request.path}?${query.join('&')}`;
}

/**
 * An action in all its forms: `[{id, label, text, missing}]`; `missing` names what the form cannot express of the call.
 */
export function samples(entry, values, context) {
    const request = urlOf(entry, values, context);
    return [
        { id: 'url', label: 'URL', text: `${request.method} ${request.url}${request.body ? `\n\n${request.body}` : ''}` },
        { id: 'curl', label: 'curl', text: curl(request, context) },
        { id: 'pubnub', label: 'pubnub', text: command(entry, values, context) },
        { id: 'swift3', label: 'Swift 3.x', text: program3(entry, values, context) },
        { id: 'swiftAsync', label: 'Swift async', text: programAsync(entry, values, context) },
    ].map((form) => ({ ...form, missing: (entry.missing?.(values)[form.id] ?? []).filter(Boolean) }));
}

function curl(request, context) {
    const parts = ['curl'];
    if (request.method !== 'GET') parts.push('-X', request.method);
    if (request.base === 'admin' && context.needsToken) parts.push('-H', '"Authorization: Bearer $PUBNUB_ORIGIN_ADMIN_TOKEN"');
    for (const [name, value] of Object.entries(request.headers ?? {})) parts.push('-H', quoteShell(`${name}: ${value}`));
    if (request.body) parts.push('--data', quoteShell(request.body));
    return [...parts, quoteShell(request.url)].join(' ');
}

function command(entry, values, context) {
    const isLocal = context.origin === 'http://127.0.0.1:8080' && context.publishKey === 'demo' && context.subscribeKey === 'demo';
    const place = isLocal ? ['--local'] : ['--origin', context.origin, '--publish-key', context.publishKey, '--subscribe-key', context.subscribeKey];
    const own = entry.command(guardedValues(entry, values));
    if (!own) return '# The command has no such call.';
    const { options, rest } = separated([...own, ...(entry.isLocal ? [] : [...place, '--uuid', context.userID])]);
    const words = ['pubnub', ...options, ...(rest.length ? ['--', ...rest] : [])].map(quoteShell);
    if (entry.isLocal) return words.join(' ');
    const environment = [...(context.authKey ? [`PUBNUB_AUTH_KEY=${quoteShell(context.authKey)}`] : []), ...(entry.needsSecret ? ['PUBNUB_SECRET_KEY="$PUBNUB_SECRET_KEY"'] : [])];
    return [...environment, ...words].join(' ');
}

function address(context) {
    const url = new URL(context.origin);
    return { name: url.host, isSecure: url.protocol === 'https:' };
}

function program3(entry, values, context) {
    const { name, isSecure } = address(context);
    const lines = entry.swift3(values);
    if (!lines) return '// The 3.x API has no such call.\n';
    const secret = entry.needsSecret ? 'ProcessInfo.processInfo.environment["PUBNUB_SECRET_KEY"]' : 'nil';
    return [
        'import Foundation', 'import PubNub', '',
        'let configuration = PNConfiguration(', `    forOrigin: ${quoteSwift(name)}, publishKey: ${quoteSwift(context.publishKey)},`,
        `    subscribeKey: ${quoteSwift(context.subscribeKey)}, secretKey: ${secret}`, ')',
        ...(isSecure ? [] : ['configuration.shouldUseSecureConnection = false']),
        ...(context.authKey ? [`configuration.authorizationKey = ${quoteSwift(context.authKey)}`] : []),
        'let client = PubNub.connectingClient(with: configuration)', `client.setClientIdentifier(${quoteSwift(context.userID)})`, '',
        ...lines, 'RunLoop.main.run()', '',
    ].join('\n');
}

function programAsync(entry, values, context) {
    const { name, isSecure } = address(context);
    const lines = entry.swiftAsync(values);
    return [
        ...(entry.needsSecret || needsFoundation(lines) ? ['import Foundation'] : []), 'import PubNubAsync', '',
        'var configuration = PubNubClientConfiguration(', `    publishKey: ${quoteSwift(context.publishKey)}, subscribeKey: ${quoteSwift(context.subscribeKey)}, userID: ${quoteSwift(context.userID)}`, ')',
        `configuration.origin = ${quoteSwift(name)}`, ...(isSecure ? [] : ['configuration.isSecure = false']),
        ...(context.authKey ? [`configuration.token = ${quoteSwift(context.authKey)}`] : []),
        ...(entry.needsSecret ? ['configuration.secretKey = ProcessInfo.processInfo.environment["PUBNUB_SECRET_KEY"]'] : []),
        'try await PubNubClient.withClient(configuration) { client in', ...lines.map((line) => `    ${line}`), '}', '',
    ].join('\n');
}
