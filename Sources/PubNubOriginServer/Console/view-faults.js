// Faults: rules by which the server fails, and how this page's own client recovers.

import { button, clock, empty, fill, formatted, h, labelled, refill, select, table } from './dom.js';

const ACTIONS = [
    ['delay', 'Delay the response'], ['drop', 'Drop the connection, without processing'], ['dropResponse', 'Process, and drop the response'], ['truncate', 'Cut the response off'],
    ['status', 'Respond with an error'], ['reset', 'Reset the connection'], ['wrongEncoding', 'Declare gzip wrongly'], ['slow', 'Trickle the response'],
];
/** A number as a place in an order, such as `3rd`. */
const ordinal = (number) => `${formatted(number)}${number % 100 >= 11 && number % 100 <= 13 ? 'th' : { 1: 'st', 2: 'nd', 3: 'rd' }[number % 10] ?? 'th'}`;
const OCCURRENCES = [['always', 'each time'], ['nth', 'only the n-th time'], ['first', 'the first n times'], ['every', 'every n-th time']];
const PRESETS = [
    ['Every 3rd poll is dropped', { action: 'drop', family: 'subscribe', occurrence: 'every', count: 3 }],
    ['Polls lose their response', { action: 'dropResponse', family: 'subscribe', occurrence: 'every', count: 2 }],
    ['Polls are cut off', { action: 'truncate', bytes: 20, family: 'subscribe', occurrence: 'every', count: 2 }],
    ['503 for 5 polls', { action: 'status', status: 503, family: 'subscribe', occurrence: 'first', count: 5 }],
    ['Publishing takes 2 s', { action: 'delay', seconds: 2, family: 'publish', occurrence: 'always' }],
    ['403 for one poll', { action: 'status', status: 403, family: 'subscribe', occurrence: 'first', count: 1 }],
];
const MOST_STATES = 100;

/** A rule in the notation of `pubnub origin --fault`. */
export function notation(rule) {
    const names = { dropResponse: 'drop-response', wrongEncoding: 'wrong-encoding' };
    const value = { delay: `=${rule.seconds}s`, truncate: `=${rule.bytes}`, status: `=${rule.status}`, slow: `=${rule.bytes}/${rule.seconds}s` }[rule.action] ?? '';
    const target = rule.family || rule.channel ? `${rule.family ?? ''}${rule.channel ? `@${rule.channel}` : ''}:` : '';
    const occurrence = { nth: `#${rule.count}`, first: `#first${rule.count}`, every: `#every${rule.count}` }[rule.occurrence] ?? '';
    return `${target}${names[rule.action] ?? rule.action}${value}${occurrence}`;
}

export function createFaults(app) {
    const { feed } = app;
    const rules = h('div.result');
    const what = select(ACTIONS, { name: 'action', onchange: () => changed() });
    const family = select([['', 'any']], { name: 'family' });
    const channel = h('input', { name: 'channel', autocomplete: 'off', spellcheck: 'false', placeholder: 'any' });
    const occurrence = select(OCCURRENCES, { name: 'occurrence', onchange: () => changed() });
    const number = (name, value, most, step = 1) => h('input', { name, type: 'number', value, min: step === 1 ? 1 : 0, max: most, step, required: true });
    const count = number('count', 3, 1_000_000_000);
    const seconds = number('seconds', 2, 3600, 'any');
    const byteCount = number('bytes', 20, 1_000_000);
    const status = h('input', { name: 'status', type: 'number', value: 503, min: 200, max: 599, required: true });
    const fields = { count: labelled('n', count), seconds: labelled('Seconds', seconds), bytes: labelled('Bytes', byteCount), status: labelled('Status', status) };
    const refusals = h('input', { name: 'refusals', type: 'number', min: 1, max: 1000, value: 5, required: true });
    const states = h('ol.changes', { 'aria-label': 'States of the client, the newest first' });
    const figures = h('div.tiles.small.client');
    const refusalState = h('span.muted');
    let plan = { rules: [], refusedConnections: 0, families: [] };
    let last = Promise.resolve();
    let isVisible = false;

    function changed() {
        fields.count.hidden = occurrence.value === 'always';
        fields.seconds.hidden = !['delay', 'slow'].includes(what.value);
        fields.bytes.hidden = !['truncate', 'slow'].includes(what.value);
        fields.status.hidden = what.value !== 'status';
        // A hidden field must not stop the form.
        for (const [field, input] of [[fields.count, count], [fields.seconds, seconds], [fields.bytes, byteCount], [fields.status, status]]) input.disabled = field.hidden;
    }

    async function load() {
        plan = await app.admin.call('/v1/faults');
        if (family.childElementCount === 1) fill(family, h('option', { value: '' }, 'any'), plan.families.map((name) => h('option', { value: name }, name)));
        draw();
    }

    /** Changes the plan after all earlier changes. `change` receives the rules that there are then. */
    function set(change, refused) {
        const bare = ({ matched, injected, ...rule }) => rule;
        const changed = last.catch(() => {}).then(async () => {
            plan = await app.admin.call('/v1/faults', { method: 'PUT', body: { rules: change(plan.rules).map(bare), refusedConnections: refused ?? plan.refusedConnections } });
            draw();
        });
        last = changed;
        return changed;
    }

    /** Whether a rule of the server is the one of a trial; the server fills in what the trial leaves out. */
    const isTrial = (rule, trial) => ['action', 'family', 'channel', 'occurrence', 'count', 'seconds', 'bytes', 'status'].every((key) => (rule[key] ?? null) === (trial[key] ?? null));

    const trials = PRESETS.map(([label, trial]) => {
        const toggle = () => set((current) => (current.some((rule) => isTrial(rule, trial)) ? current.filter((rule) => !isTrial(rule, trial)) : [...current, trial]));
        return { trial, element: button(label, app.handler(toggle), { 'aria-pressed': 'false' }) };
    });

    function draw() {
        for (const { trial, element } of trials) element.setAttribute('aria-pressed', String(plan.rules.some((rule) => isTrial(rule, trial))));
        refusalState.textContent = plan.refusedConnections > 0 ? `The next ${formatted(plan.refusedConnections)} connections are refused.` : '';
        if (plan.rules.length === 0) {
            fill(rules, empty('No faults', 'The server works. Add a rule, or choose a trial above, and watch the client recover.'));
            return;
        }
        refill(rules, table([{ label: 'Rule', kind: 'name' }, { label: 'As a flag', kind: 'code' }, { label: 'Matched', kind: 'number' }, { label: 'Injected', kind: 'number' }, { label: 'Actions', kind: 'last' }], plan.rules.map((rule, index) => [
            describe(rule), h('code', {}, `--fault ${notation(rule)}`), formatted(rule.matched), formatted(rule.injected),
            h('div.actions', {}, button('Remove', app.handler(() => set((current) => current.filter((_, place) => place !== index))), { kind: 'small', 'aria-label': `Remove rule ${index + 1}` })),
        ]), { label: 'Rules' }));
    }

    function describe(rule) {
        const action = ACTIONS.find(([name]) => name === rule.action)?.[1] ?? rule.action;
        const value = { delay: ` by ${rule.seconds} s`, truncate: ` after ${rule.bytes} bytes`, status: ` ${rule.status}`, slow: `, ${rule.bytes} bytes every ${rule.seconds} s` }[rule.action] ?? '';
        const when = OCCURRENCES.find(([name]) => name === rule.occurrence)?.[1].replace('n-th', ordinal(rule.count)).replace('n times', `${rule.count} times`) ?? '';
        return `${action}${value}: ${rule.family ?? 'any request'}${rule.channel ? ` on ${rule.channel}` : ''}, ${when}`;
    }

    function drawFigures() {
        const { counts, state } = feed;
        const values = [['State', state.name], ['Events received', formatted(counts.received)], ['Failed attempts', formatted(counts.failures)], ['Gaps reported', formatted(counts.gaps)], ['Filled from history', formatted(counts.filled)]];
        fill(figures, values.map(([label, value]) => h('div.tile', {}, h('span.tile-label', {}, label), h('output.tile-value', {}, value))));
    }

    feed.addEventListener('state', ({ detail }) => {
        const text = detail.error ? `${detail.error.message.replace(/\.$/, '')}${detail.error.status ? ` (${detail.error.status})` : ''}. Attempt ${detail.attempt + 1} follows.` : `from timetoken ${detail.timetoken}`;
        states.prepend(h(`li.${detail.name}`, {}, h('time', {}, clock(Date.now())), h(`span.badge.${detail.name}`, {}, detail.name), h('span.text', {}, text)));
        while (states.childElementCount > MOST_STATES) states.lastElementChild.remove();
    });
    setInterval(() => {
        if (!isVisible || document.hidden) return;
        drawFigures();
        if (plan.rules.length > 0 || plan.refusedConnections > 0) load().catch(() => {});
    }, 1000);

    const form = h('form', {
        onsubmit: app.handler(async () => {
            const rule = { action: what.value, occurrence: occurrence.value, ...(family.value ? { family: family.value } : {}), ...(channel.value.trim() ? { channel: channel.value.trim() } : {}) };
            if (!count.disabled) rule.count = Number(count.value);
            if (!seconds.disabled) rule.seconds = Number(seconds.value);
            if (!byteCount.disabled) rule.bytes = Number(byteCount.value);
            if (!status.disabled) rule.status = Number(status.value);
            await set((current) => [...current, rule]);
        }),
    }, h('div.grid', {}, labelled('Fault', what, { wide: true }), fields.seconds, fields.bytes, fields.status, labelled('Requests', family), labelled('Channel or group', channel), labelled('When', occurrence), fields.count), h('div.actions', {}, h('button.primary', { type: 'submit' }, 'Add the rule')));
    const refuse = h('form.bar-row', { onsubmit: app.handler(() => set((current) => current, Number(refusals.value))) }, labelled('Refuse the next connections', refusals), h('div.field.end', {}, h('button', { type: 'submit' }, 'Refuse'), refusalState));
    changed();
    drawFigures();
    const element = h('div.view', {}, h('div.view-head', {}, h('h1', {}, 'Faults'), button('Remove all faults', app.handler(() => set(() => [], 0)), { kind: 'danger', name: 'remove-all' })),
        h('p.lead', {}, 'Rules make the public port fail on purpose. Each counts the requests that it matches; the first one that applies decides.'),
        h('div.presets', { role: 'group', 'aria-label': 'Trials' }, trials.map(({ element }) => element)),
        h('div.columns.wide-first', {}, h('div.stack', {}, h('section.card', { 'aria-labelledby': 'rules-title' }, h('h2', { id: 'rules-title' }, 'Rules'), rules), h('section.card', { 'aria-labelledby': 'add-title' }, h('h2', { id: 'add-title' }, 'Add a rule'), form, refuse)),
            h('section.card', { 'aria-labelledby': 'client-title' }, h('h2', { id: 'client-title' }, 'This page’s client'), figures, states)));
    return {
        element,
        show: () => {
            isVisible = true;
            drawFigures();
            load().catch((error) => app.fail(error));
        },
        hide: () => { isVisible = false; },
    };
}
