// Plots of numbers over time, and bars, drawn as SVG.

import { h, short } from './dom.js';

/** The lengths of time that a plot may show, in seconds. */
const STEPS = [60, 120, 300, 600, 900];
const NAMESPACE = 'http://www.w3.org/2000/svg';

function shape(name, attributes) {
    const element = document.createElementNS(NAMESPACE, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
}

/** A round number that is not below `value`. */
function ceiling(value) {
    if (value <= 0) return 1;
    const power = 10 ** Math.floor(Math.log10(value));
    return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= value) ?? 10 * power;
}

/**
 * A plot of one or more series over the last `seconds`, or over a shorter time while there is no more to show.
 *
 * `series` are `{label, kind}`; `kind` selects the colour (`a`, `b`, `c`). `update(points)` takes `[{time, values}]`, oldest first, with
 * times in milliseconds; a value of null leaves a gap.
 */
export class Plot {
    constructor({ title, series, seconds, format = short }) {
        Object.assign(this, { series, seconds, format });
        this.svg = shape('svg', { class: 'plot', viewBox: '0 0 400 120', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
        this.grid = [0, 60, 119.5].map((y) => shape('line', { class: 'grid', x1: 0, x2: 400, y1: y + (y === 0 ? 0.5 : 0), y2: y + (y === 0 ? 0.5 : 0) }));
        this.lines = series.map(({ kind }) => shape('path', { class: `line ${kind}` }));
        this.area = shape('path', { class: `area ${series[0].kind}` });
        this.svg.append(...this.grid, this.area, ...this.lines);
        this.most = h('span.most', {}, '');
        this.values = series.map(({ label, kind }) => {
            const value = h('output', {}, '–');
            return { value, element: h('span.legend', {}, h(`i.${kind}`, { 'aria-hidden': 'true' }), `${label} `, value) };
        });
        this.element = h('figure.plot-box', {}, h('figcaption', {}, h('strong', {}, title), h('span.legends', {}, this.values.map(({ element }) => element))),
            h('div.plot-area', {}, this.svg, this.most), h('div.axis', { 'aria-hidden': 'true' }, this.begin = h('span', {}, ''), h('span', {}, 'now')));
    }

    update(points, now) {
        const known = (now - (points[0]?.time ?? now)) / 1000;
        const seconds = STEPS.find((step) => step >= known) ?? this.seconds;
        this.begin.textContent = `${seconds / 60} min ago`;
        const start = now - seconds * 1000;
        const shown = points.filter(({ time }) => time >= start);
        const top = ceiling(Math.max(0, ...shown.flatMap(({ values }) => values.filter((value) => value !== null))));
        this.most.textContent = this.format(top);
        const x = (time) => ((time - start) / (seconds * 1000)) * 400;
        const y = (value) => 119 - (value / top) * 116;
        this.series.forEach((_, place) => {
            let path = '';
            let isDown = false;
            for (const { time, values } of shown) {
                const value = values[place];
                if (value === null || value === undefined) {
                    isDown = false;
                    continue;
                }
                path += `${isDown ? 'L' : 'M'}${x(time).toFixed(1)} ${y(value).toFixed(1)}`;
                isDown = true;
            }
            this.lines[place].setAttribute('d', path);
            const newest = shown.at(-1)?.values[place];
            this.values[place].value.textContent = newest === null || newest === undefined ? '–' : this.format(newest);
            if (place !== 0) return;
            const drawn = shown.filter(({ values }) => values[0] !== null);
            const area = drawn.length > 1 ? `M${x(drawn[0].time).toFixed(1)} 119${drawn.map(({ time, values }) => `L${x(time).toFixed(1)} ${y(values[0]).toFixed(1)}`).join('')}L${x(drawn.at(-1).time).toFixed(1)} 119Z` : '';
            this.area.setAttribute('d', area);
        });
    }
}

/** Bars with a count each. `bars` are `{label, value}`; `onSelect(index)` is called when one is chosen. */
export function bars(entries, { label, onSelect }) {
    const most = Math.max(1, ...entries.map(({ value }) => value));
    return h('div.bars', { role: 'group', 'aria-label': label }, entries.map((entry, index) => {
        const bar = h('span.bar', { 'aria-hidden': 'true' });
        bar.style.height = `${entry.value === 0 ? 0 : Math.max(4, (entry.value / most) * 100)}%`;
        return h('button.bar-slot', { type: 'button', title: `${entry.label}: ${entry.value}`, 'aria-label': `${entry.label}: ${entry.value}`, onclick: () => onSelect?.(index) }, bar);
    }));
}

/** How much of a limit is used. */
export function meter(value, limit, label) {
    const share = limit > 0 ? Math.min(1, value / limit) : 0;
    const bar = h('span.meter-bar', { 'aria-hidden': 'true' });
    bar.style.width = `${share * 100}%`;
    return h(`span.meter${share > 0.9 ? '.high' : ''}`, { role: 'meter', 'aria-label': label, 'aria-valuemin': 0, 'aria-valuemax': limit, 'aria-valuenow': value }, bar);
}
