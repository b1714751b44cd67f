// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import WebConsoleFiles

/// The files of the pages, which are embedded in the program.
enum ConsoleAssets {
    private static let styles: [(name: String, file: WebConsoleFile)] = [
        ("page.css", .page_css), ("phone.css", .phone_css),
        ("notes.css", .notes_css),
        ("activities.css", .activities_css),
        ("apns.css", .apns_css),
    ]

    private static let scripts: [(name: String, file: WebConsoleFile)] = [
        ("main.js", .main_js), ("base.js", .base_js),
        ("notes.js", .notes_js), ("longlook.js", .longlook_js),
        ("prompts.js", .prompts_js),
        ("activities.js", .activities_js),
        ("screens.js", .screens_js),
        ("controls.js", .controls_js), ("places.js", .places_js),
        ("records.js", .records_js), ("rules.js", .rules_js),
        ("link.js", .link_js), ("apns.js", .apns_js),
    ]

    /// The Content-Security-Policy of the page. The page may load files only from its own origin,
    /// and may connect only to that origin.
    static let contentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        + "connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    private static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">\
        <rect width="32" height="32" rx="8" fill="#b3541e"/>\
        <path d="M7 20a9 9 0 0 1 18 0z" fill="#fff"/>\
        <rect x="5" y="22" width="22" height="3" rx="1.5" fill="#fff"/>\
        <circle cx="16" cy="9" r="1.8" fill="#fff"/></svg>
        """

    static func add<Context: RequestContext>(to routes: some RouterMethods<Context>) {
        add("/", bytes(.phone_html), "text/html; charset=utf-8", to: routes)
        add("/apns", bytes(.apns_html), "text/html; charset=utf-8", to: routes)
        for file in styles {
            add("/assets/\(file.name)", bytes(file.file), "text/css; charset=utf-8", to: routes)
        }
        for file in scripts {
            let type = "text/javascript; charset=utf-8"
            add("/assets/\(file.name)", bytes(file.file), type, to: routes)
        }
        add("/assets/icon.svg", Array(icon.utf8), "image/svg+xml", to: routes)
    }

    private static func bytes(_ file: WebConsoleFile) -> [UInt8] {
        Array(UnsafeBufferPointer(start: file.start, count: file.count))
    }

    private static func add<Context: RequestContext>(
        _ path: String, _ bytes: [UInt8], _ contentType: String,
        to routes: some RouterMethods<Context>
    ) {
        routes.get(RouterPath(path)) { _, _ in
            var headers: HTTPFields = [.contentType: contentType, .cacheControl: "no-cache"]
            headers[.contentSecurityPolicy] = contentSecurityPolicy
            headers[.xContentTypeOptions] = "nosniff"
            if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
            return Response(
                status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
        }
    }
}
