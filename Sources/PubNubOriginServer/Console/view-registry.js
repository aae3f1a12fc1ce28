// Registry: channel groups, and devices registered for notifications.

import { button, empty, fill, formatted, h, iconButton, labelled, namesIn } from './dom.js';

export function createRegistry(app) {
    const list = h('ul.items', { 'aria-label': 'Channel groups' });
    const content = h('div.group-content');
    const newGroup = h('input', { name: 'new-group', required: true, autocomplete: 'off', spellcheck: 'false', placeholder: 'friends' });
    const newChannels = h('input', { name: 'new-channels', required: true, autocomplete: 'off', spellcheck: 'false', placeholder: 'chat, lobby' });
    const device = h('input', { name: 'device', required: true, autocomplete: 'off', spellcheck: 'false', pattern: '([0-9a-fA-F]{2}){16,100}', placeholder: '64 hexadecimal digits' });
    const deviceChannels = h('input', { name: 'device-channels', autocomplete: 'off', spellcheck: 'false', placeholder: 'chat' });
    const deviceList = h('div.device-list');
    let selected = null;

    async function load({ isQuiet = false } = {}) {
        let names;
        try {
            const { body } = await app.perform('listGroups', {}, { isQuiet });
            names = body.payload?.groups ?? [];
        } catch (error) {
            fill(list, h('li', {}, empty('The groups cannot be listed', error.message, button('Try again', () => load()))));
            return;
        }
        if (names.length === 0) fill(list, h('li', {}, empty('No groups', 'A group exists as long as it has channels. Add the first below.')));
        else {
            fill(list, names.map((name) => h('li', {}, h('button.item', { type: 'button', 'aria-pressed': String(name === selected), title: name, onclick: app.handler(() => open(name)) }, h('span', {}, name)))));
        }
        if (selected && !names.includes(selected)) {
            selected = null;
            drawContent([]);
        } else if (selected) await open(selected, { isQuiet: true });
    }

    async function open(name, { isQuiet = false } = {}) {
        selected = name;
        for (const item of list.querySelectorAll('.item')) item.setAttribute('aria-pressed', String(item.textContent === name));
        const { body } = await app.perform('groupChannels', { name }, { isQuiet });
        drawContent(body.payload?.channels ?? []);
    }

    function drawContent(channels) {
        if (!selected) {
            fill(content, empty('No group selected', 'Select a group to see its channels.'));
            return;
        }
        const name = selected;
        const added = h('input', { name: 'added', required: true, autocomplete: 'off', spellcheck: 'false' });
        fill(content, h('div.card-head', {}, h('h2', { title: name }, name), h('div.actions', {},
            button('Subscribe', () => { location.hash = `#live?group=${encodeURIComponent(name)}`; }, { kind: 'small' }),
            button('Delete the group', app.handler(async () => {
                await app.perform('deleteGroup', { name });
                await load({ isQuiet: true });
            }), { kind: 'small' }))), h('p.muted', {}, `${formatted(channels.length)} channel${channels.length === 1 ? '' : 's'}`),
        h('ul.chips', { 'aria-label': `Channels of ${name}` }, channels.map((channel) => h('li.chip', { title: channel }, h('span', {}, channel), iconButton(`Remove ${channel}`, 'close', app.handler(async () => {
            await app.perform('removeFromGroup', { name, channels: [channel] });
            await load({ isQuiet: true });
        }))))), h('form.bar-row', {
            onsubmit: app.handler(async () => {
                await app.perform('addToGroup', { name, channels: namesIn(added.value) });
                await open(name, { isQuiet: true });
            }),
        }, labelled('Channels to add', added), h('div.field.end', {}, h('button.primary', { type: 'submit' }, 'Add'))));
    }

    const addForm = h('form.bar-row', {
        onsubmit: app.handler(async () => {
            selected = newGroup.value.trim();
            await app.perform('addToGroup', { name: selected, channels: namesIn(newChannels.value) });
            newGroup.value = newChannels.value = '';
            await load({ isQuiet: true });
        }),
    }, labelled('New group', newGroup), labelled('With channels', newChannels), h('div.field.end', {}, h('button.primary', { type: 'submit' }, 'Create')));

    const drawDevice = (channels) => fill(deviceList, channels.length ? h('ul.chips', { 'aria-label': 'Channels of the device' }, channels.map((name) => h('li.chip', { title: name }, h('span', {}, name)))) : h('p.muted', {}, 'The device is notified of no channel.'));
    const readDevice = async (isQuiet) => drawDevice((await app.perform('listPush', { device: device.value }, { isQuiet })).body ?? []);
    const deviceForm = h('form.card', { onsubmit: app.handler(() => readDevice(false)) }, h('h2', {}, 'Devices'), h('p.muted', {}, 'The server stores registrations for notifications, and sends none.'),
        labelled('Device token (APNs)', device), labelled('Channels', deviceChannels), deviceList, h('div.actions', {}, h('button.primary', { type: 'submit' }, 'List'), button('Register', app.handler(async () => {
            if (!device.reportValidity()) return;
            await app.perform('addPush', { device: device.value, channels: namesIn(deviceChannels.value) });
            await readDevice(true);
        })), button('Unregister', app.handler(async () => {
            if (!device.reportValidity()) return;
            await app.perform('removePush', { device: device.value });
            drawDevice([]);
        }))));
    drawContent([]);
    app.addEventListener('settings', () => { selected = null; });
    const element = h('div.view', {}, h('div.view-head', {}, h('h1', {}, 'Registry'), button('Refresh', app.handler(() => load()), { symbol: 'refresh' })), h('div.columns', {},
        h('div.stack', {}, h('section.card', { 'aria-labelledby': 'groups-title' }, h('h2', { id: 'groups-title' }, 'Channel groups'), list, addForm)),
        h('div.stack', {}, h('section.card', { 'aria-label': 'The selected group' }, content), deviceForm)));
    return { element, show: () => load({ isQuiet: true }) };
}
