// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Measurements of the appearance of a page.
enum PageLook {
    /// Returns the elements that extend horizontally beyond the page or a panel.
    static func overflow(_ driver: WebDriver) async throws -> JSONValue {
        try await driver.value(
            """
            (() => {
                const wide = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
                const inside = (e, box) => e.right <= box.right + 1 && e.left >= box.left - 1;
                for (const frame of document.querySelectorAll(".panel, .note, .screen")) {
                    const box = frame.getBoundingClientRect();
                    const parts = "button, input, select, textarea, li, span, code, small";
                    for (const e of frame.querySelectorAll(parts)) {
                        if (e.closest(".wallpaper") || !e.getClientRects().length) continue;
                        if (inside(e.getBoundingClientRect(), box)) continue;
                        wide.push(frame.className + " " + e.outerHTML.slice(0, 120));
                    }
                }
                return wide;
            })()
            """)
    }

    /// Returns the texts whose contrast with their background is below 4.5 to 1 (WCAG 2.2, success
    /// criterion 1.4.3).
    static func faintTexts(
        _ driver: WebDriver,
        _ selector: String = ".bar *, .panels *, .caption *, footer *, .note *"
    ) async throws -> JSONValue {
        try await driver.value(
            """
            (() => {
                const parse = (c) => (c.match(/[\\d.]+/g) || []).map(Number);
                const light = (c) => {
                    const [r, g, b] = c.map((v) => v / 255)
                        .map((v) => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
                    return .2126 * r + .7152 * g + .0722 * b;
                };
                const behind = (e) => {
                    for (; e; e = e.parentElement) {
                        const c = parse(getComputedStyle(e).backgroundColor);
                        if (c.length === 3 || c[3] > .8) return c.slice(0, 3);
                    }
                    return [255, 255, 255];
                };
                const faint = [];
                for (const e of document.querySelectorAll(\(OpenPage.literal(selector)))) {
                    const hasText = [...e.childNodes]
                        .some((n) => n.nodeType === 3 && n.textContent.trim());
                    if (!hasText || !e.getClientRects().length) continue;
                    const a = light(parse(getComputedStyle(e).color).slice(0, 3));
                    const b = light(behind(e));
                    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
                    if (ratio < 4.5) faint.push(ratio.toFixed(2) + " " + e.outerHTML.slice(0, 100));
                }
                return faint;
            })()
            """)
    }
}
