"""Charts as SVG, without any library."""
import math

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 80, 20, 50, 60
COLOURS = ["#1f6feb", "#d1242f", "#1a7f37", "#8250df"]


def lines(path, title, x, y, series, logarithmic=False):
    """Writes a chart. `series` has lists of points by their names; `logarithmic` is about the horizontal axis."""
    points = [point for line in series.values() for point in line]
    if not points:
        return
    x_low, x_high = min(p[0] for p in points), max(p[0] for p in points)
    y_step = step(max(p[1] for p in points))
    y_high = math.ceil(max(p[1] for p in points) / y_step) * y_step
    scale = math.log2 if logarithmic else float

    def place_x(value):
        span = scale(x_high) - scale(x_low) or 1
        return LEFT + (scale(value) - scale(x_low)) / span * (WIDTH - LEFT - RIGHT)

    def place_y(value):
        return HEIGHT - BOTTOM - value / y_high * (HEIGHT - TOP - BOTTOM)

    parts = beginning(HEIGHT, title, LEFT)
    for number in range(round(y_high / y_step) + 1):
        value = number * y_step
        label = f"{value:,.0f}" if value >= 1000 else f"{value:,.4g}"
        height = place_y(value)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{height:.1f}" y2="{height:.1f}" stroke="#d1d9e0"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{height + 4:.1f}" text-anchor="end" fill="#59636e">{label}</text>')
    for value in ticks(points, x_low, x_high, logarithmic):
        parts.append(
            f'<text x="{place_x(value):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle" fill="#59636e">{value:g}</text>'
        )
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 12}" text-anchor="middle" fill="#1f2328">{x}</text>')
    parts.append(
        f'<text transform="translate(16 {HEIGHT / 2}) rotate(-90)" text-anchor="middle" fill="#1f2328">{y}</text>'
    )
    for number, (name, line) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        path_points = " ".join(f"{place_x(a):.1f},{place_y(b):.1f}" for a, b in line)
        parts.append(f'<polyline points="{path_points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        left = LEFT + number * 190
        parts.append(f'<line x1="{left}" x2="{left + 20}" y1="38" y2="38" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{left + 26}" y="42" fill="#1f2328">{name}</text>')
    path.write_text("\n".join(parts + ["</svg>", ""]))


def bars(path, title, x, rows, unit, kinds):
    """Writes a chart with a horizontal bar for each row: a name, a value and the number of its kind, which has a colour."""
    left, thickness = 190, 22
    height = TOP + 10 + thickness * len(rows) + 30
    x_step = step(max(value for _, value, _ in rows))
    x_high = math.ceil(max(value for _, value, _ in rows) / x_step) * x_step
    scale = (WIDTH - left - 60) / x_high
    parts = beginning(height, title, 12)
    for number, kind in enumerate(kinds):
        place = left + number * 130
        parts.append(f'<rect x="{place}" y="30" width="12" height="12" fill="{COLOURS[number]}"/>')
        parts.append(f'<text x="{place + 18}" y="40" fill="#1f2328">{kind}</text>')
    for number in range(round(x_high / x_step) + 1):
        place = left + number * x_step * scale
        parts.append(f'<line x1="{place:.1f}" x2="{place:.1f}" y1="{TOP}" y2="{height - 30}" stroke="#d1d9e0"/>')
        parts.append(
            f'<text x="{place:.1f}" y="{height - 14}" text-anchor="middle" fill="#59636e">{number * x_step:g}</text>'
        )
    for number, (name, value, kind) in enumerate(rows):
        top = TOP + 10 + number * thickness
        parts.append(f'<text x="{left - 8}" y="{top + 12}" text-anchor="end" fill="#1f2328">{name}</text>')
        parts.append(
            f'<rect x="{left}" y="{top}" width="{value * scale:.1f}" height="16" fill="{COLOURS[kind]}"/>'
        )
        parts.append(f'<text x="{left + value * scale + 6:.1f}" y="{top + 12}" fill="#1f2328">{value:,.3g} {unit}</text>')
    parts.append(f'<text x="{WIDTH - 20}" y="40" text-anchor="end" fill="#1f2328">{x}</text>')
    path.write_text("\n".join(parts + ["</svg>", ""]))


def beginning(height, title, left):
    """The first lines of a chart: its size, background and title."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="{left}" y="22" font-size="15" fill="#1f2328">{title}</text>',
    ]


def step(highest):
    """A round distance between the lines of a grid, of which there are about six."""
    raw = highest / 6 or 1
    power = 10 ** math.floor(math.log10(raw))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw)


def ticks(points, low, high, logarithmic):
    if logarithmic:
        return sorted({point[0] for point in points})
    distance = step(high - low)
    return [number * distance for number in range(math.ceil(low / distance), math.floor(high / distance) + 1)]
