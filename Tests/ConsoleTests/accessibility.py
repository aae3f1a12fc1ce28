"""Scripts that find what is hard to read, to name or to reach in a page."""

# Every text with its colour and the colour behind it, as WCAG 2 computes their contrast.
CONTRAST = r"""
const parse = (text) => { const found = text.match(/[\d.]+/g).map(Number); return found.length === 3 ? [...found, 1] : found; };
const light = ([red, green, blue]) => [red, green, blue].map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4).reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
const over = (top, below) => top.slice(0, 3).map((part, place) => part * top[3] + below[place] * (1 - top[3]));
const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.unshift(parse(getComputedStyle(at).backgroundColor));
    return layers.reduce((below, layer) => over(layer, below), [255, 255, 255]);
};
const wrong = [];
let count = 0;
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !element.checkVisibility({visibilityProperty: true})) continue;
    if (element.closest(':disabled, [aria-hidden=true], .skip, noscript')) continue;
    const style = getComputedStyle(element);
    const background = behind(element);
    const colour = over(parse(style.color), background);
    const [high, low] = [light(colour), light(background)].sort((left, right) => right - left);
    const ratio = (high + 0.05) / (low + 0.05);
    const size = parseFloat(style.fontSize);
    const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    count += 1;
    if (ratio < least) wrong.push(`${walker.currentNode.textContent.trim().slice(0, 40)}: ${ratio.toFixed(2)}`);
}
return {wrong: [...new Set(wrong)], count};
"""

# Every control without a name, every name that occurs twice as an id, and every image without a text.
UNNAMED = """
const named = (element) => element.ariaLabel || element.labels?.length || element.textContent.trim() || element.getAttribute('aria-labelledby') || element.title;
const ids = Array.from(document.querySelectorAll('[id]'), ({id}) => id);
return [
    ...Array.from(document.querySelectorAll('a, button, input, select, textarea, summary, [role=listbox], [role=region], dialog, nav, aside')).filter((element) => !named(element)).map((element) => element.outerHTML.slice(0, 160)),
    ...ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `id ${id} occurs twice`),
    ...Array.from(document.querySelectorAll('img:not([alt])'), (image) => image.outerHTML),
    ...(document.querySelectorAll('h1').length === 1 || document.querySelector('dialog[open]') ? [] : ['not one h1']),
];
"""

# Every stop of the tabulator key that is left of or above the one before it, where the eye does not go: an order of focus that is not that of the screen.
DISORDER = """
const scope = document.querySelector('dialog[open]') ?? document.body;
const stops = Array.from(scope.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]'))
    .filter((element) => element.tabIndex >= 0 && !element.disabled && element.checkVisibility({visibilityProperty: true}) && !element.closest('.skip'));
const wrong = stops.filter((element) => element.tabIndex > 0).map((element) => `a tabindex of ${element.tabIndex}: ${element.outerHTML.slice(0, 120)}`);
for (const [place, element] of stops.entries()) {
    if (place === 0 || stops[place - 1].contains(element)) continue;
    const [before, at] = [stops[place - 1].getBoundingClientRect(), element.getBoundingClientRect()];
    const isAbove = at.bottom <= before.top;
    const isBelow = at.top >= before.bottom;
    // The next column begins above the end of the column before it.
    if (isAbove ? at.left < before.right : !isBelow && at.right <= before.left)
        wrong.push(`${element.outerHTML.slice(0, 120)} after ${stops[place - 1].outerHTML.slice(0, 120)}`);
}
return wrong;
"""
