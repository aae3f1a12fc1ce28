// The newest entries of a stream, and a list that draws only the rows in view.

/** The newest entries, at most `capacity` of them. */
export class Ring {
    #entries;
    #start = 0;
    #count = 0;
    /** How many entries were pushed out, in all. */
    dropped = 0;

    constructor(capacity) {
        this.capacity = capacity;
        this.#entries = new Array(capacity);
    }

    get length() { return this.#count; }

    push(entry) {
        if (this.#count < this.capacity) {
            this.#entries[(this.#start + this.#count) % this.capacity] = entry;
            this.#count += 1;
            return;
        }
        this.#entries[this.#start] = entry;
        this.#start = (this.#start + 1) % this.capacity;
        this.dropped += 1;
    }

    shift() {
        if (this.#count === 0) return;
        this.#entries[this.#start] = undefined;
        this.#start = (this.#start + 1) % this.capacity;
        this.#count -= 1;
        this.dropped += 1;
    }

    at(index) {
        return index >= 0 && index < this.#count ? this.#entries[(this.#start + index) % this.capacity] : undefined;
    }

    clear() {
        this.#entries.fill(undefined);
        this.#start = 0;
        this.#count = 0;
    }

    *[Symbol.iterator]() {
        for (let index = 0; index < this.#count; index += 1) yield this.at(index);
    }
}

/** The newest entries, at most `capacity` of them, whose sizes are together at most `budget`. The newest entry stays whatever its `size`. */
export class SizedRing extends Ring {
    #size = 0;
    /** Whether the budget, and not the capacity, pushed out the last entry that went. */
    isAtBudget = false;

    constructor(capacity, budget) {
        super(capacity);
        this.budget = budget;
    }

    push(entry) {
        if (this.length === this.capacity) {
            this.shift();
            this.isAtBudget = false;
        }
        super.push(entry);
        this.#size += entry.size;
        while (this.#size > this.budget && this.length > 1) {
            this.shift();
            this.isAtBudget = true;
        }
    }

    shift() {
        this.#size -= this.at(0)?.size ?? 0;
        super.shift();
    }

    clear() {
        super.clear();
        this.#size = 0;
        this.isAtBudget = false;
    }
}

/**
 * A list box of rows of one height that shows a `Ring` or an array-like with `length`, `at` and `dropped`.
 *
 * `draw(row, entry)` fills a row with the content of an entry; rows are used again. `select(entry)` is called when a row is chosen.
 */
export class VirtualList {
    #rows = [];
    #first = -1;
    #dropped = 0;
    #scheduled = false;
    #selected = null;
    /** Whether the list stays at its end when entries are added. */
    isFollowing = true;

    constructor({ element, source, rowHeight, createRow, draw, select, onFollow }) {
        Object.assign(this, { element, source, rowHeight, createRow, draw, select, onFollow });
        this.space = document.createElement('div');
        this.space.className = 'rows';
        this.space.setAttribute('role', 'presentation');
        element.append(this.space);
        element.setAttribute('role', 'listbox');
        element.tabIndex = 0;
        element.addEventListener('scroll', () => this.#scrolled(), { passive: true });
        element.addEventListener('keydown', (event) => this.#key(event));
        this.space.addEventListener('click', (event) => {
            const row = event.target.closest('[data-index]');
            if (row) this.choose(Number(row.dataset.index));
        });
        this.observer = new ResizeObserver(() => this.update());
        this.observer.observe(element);
    }

    close() {
        this.observer.disconnect();
    }

    get selected() { return this.#selected; }

    /** Draws at the next frame. */
    update() {
        if (this.#scheduled) return;
        this.#scheduled = true;
        requestAnimationFrame(() => {
            this.#scheduled = false;
            this.#draw();
        });
    }

    /** Shows another source from its end on. */
    show(source) {
        this.source = source;
        this.#dropped = source.dropped ?? 0;
        this.update();
    }

    /** Goes to the end and stays there. */
    follow() {
        this.isFollowing = true;
        this.onFollow?.(true);
        this.update();
    }

    /** Selects an entry by its place, and brings it into view. */
    choose(index) {
        const entry = this.source.at(index);
        if (entry === undefined) return;
        this.#selected = entry;
        // What is selected stays in view, unless it is the newest.
        if (this.isFollowing && index < this.source.length - 1) {
            this.isFollowing = false;
            this.onFollow?.(false);
        }
        const top = index * this.rowHeight;
        const { scrollTop, clientHeight } = this.element;
        if (top < scrollTop) this.element.scrollTop = top;
        else if (top + this.rowHeight > scrollTop + clientHeight) this.element.scrollTop = top + this.rowHeight - clientHeight;
        this.#first = -1;
        this.update();
        this.select?.(entry);
    }

    #scrolled() {
        const { scrollTop, scrollHeight, clientHeight } = this.element;
        const isAtEnd = scrollTop + clientHeight >= scrollHeight - this.rowHeight / 2;
        if (isAtEnd !== this.isFollowing) {
            this.isFollowing = isAtEnd;
            this.onFollow?.(isAtEnd);
        }
        this.update();
    }

    #key(event) {
        const page = Math.max(1, Math.floor(this.element.clientHeight / this.rowHeight) - 1);
        const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
        if (!(event.key in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        const last = this.source.length - 1;
        let index = this.#indexOfSelected();
        if (index < 0) index = event.key === 'ArrowUp' || event.key === 'PageUp' ? last + 1 : Math.max(-1, this.#first - 1);
        this.choose(Math.max(0, Math.min(last, index + steps[event.key])));
    }

    #indexOfSelected() {
        if (this.#selected === null) return -1;
        for (let index = this.source.length - 1; index >= 0; index -= 1) if (this.source.at(index) === this.#selected) return index;
        return -1;
    }

    #draw() {
        const { element, source, rowHeight } = this;
        const length = source.length;
        const height = `${length * rowHeight}px`;
        if (this.space.style.height !== height) this.space.style.height = height;
        const dropped = (source.dropped ?? 0) - this.#dropped;
        this.#dropped = source.dropped ?? 0;
        if (this.isFollowing) element.scrollTop = length * rowHeight;
        // What is read stays where it is while older rows go.
        else if (dropped > 0) element.scrollTop = Math.max(0, element.scrollTop - dropped * rowHeight);
        const count = Math.ceil(element.clientHeight / rowHeight) + 2;
        const first = Math.max(0, Math.min(Math.floor(element.scrollTop / rowHeight), length - count + 1));
        while (this.#rows.length < count) {
            const row = this.createRow();
            row.setAttribute('role', 'option');
            row.id = `${element.id}-row-${this.#rows.length}`;
            this.#rows.push(row);
            this.space.append(row);
        }
        let active = '';
        this.#rows.forEach((row, place) => {
            const index = first + place;
            const entry = place < count ? source.at(index) : undefined;
            row.hidden = entry === undefined;
            if (entry === undefined) return;
            const isSelected = entry === this.#selected;
            row.style.transform = `translateY(${index * rowHeight}px)`;
            row.dataset.index = index;
            row.setAttribute('aria-posinset', index + 1);
            row.setAttribute('aria-setsize', length);
            row.setAttribute('aria-selected', isSelected);
            if (isSelected) active = row.id;
            if (row.entry !== entry || row.version !== entry.version) {
                row.entry = entry;
                row.version = entry.version;
                this.draw(row, entry);
            }
        });
        this.#first = first;
        if (active) element.setAttribute('aria-activedescendant', active);
        else element.removeAttribute('aria-activedescendant');
    }
}
