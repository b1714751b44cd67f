// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import GatewayAPI
import HTTPTypes
import Hummingbird
import Mustache
import NIOCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ConsoleServer {
    /// The maximum size of one response that becomes a page's first content, in bytes. A longer
    /// response is left out, and the page's script requests it.
    static let firstByteCountMax = 256 * 1024

    /// Returns a page for the member who is signed in; if nobody is signed in, the page for signing
    /// in.
    func respond(
        with page: ConsolePage, to request: Request, _ context: GatewayContext
    ) async throws -> Response {
        guard let session = try await gateway.consoleSession(for: request) else {
            return try signIn(request)
        }
        let first = await firstContent(of: page, session: session, request, context)
        var view = view(of: page, for: session)
        view["first"] = first.mapValues { MustacheValue.value(of: $0.json) }
        let data = JSONValue.object(
            JSONObject(first.values.map { .init(key: $0.path, value: $0.json) }))
        view["data"] = Self.scriptText(data)
        return try render(page.template, view, status: .ok)
    }

    /// Returns the values of the layout.
    func view(of page: ConsolePage, for session: ConsoleSession?) -> [String: Any] {
        let strings = files.strings(["common"] + page.strings)
        var view: [String: Any] = [
            "t": MustacheValue.nested(strings), "title": strings[page.title] ?? page.title,
            "styles": page.styles, "scripts": page.scripts, "isWide": page.isWide,
            "page": page.path,
            "strings": Self.scriptText(
                .object(JSONObject(strings.map { .init(key: $0.key, value: .string($0.value)) }))),
        ]
        if let lead = page.lead.flatMap({ strings[$0] }) { view["lead"] = lead }
        if let extra = page.extra { view["extra"] = Self.scriptText(extra()) }
        if let session {
            view["csrf"] = session.csrfToken
            view["member"] = [
                "id": session.member.id, "name": session.member.name,
                "role": session.member.role.rawValue,
                "initial": session.member.name.prefix(1).uppercased(),
            ]
            view["navigation"] = navigation(current: page.section, strings)
            view["hasControl"] = settings.control != nil
        }
        return view
    }

    private func navigation(
        current: ConsoleSection?, _ strings: [String: String]
    ) -> [[String: Any]] {
        ConsoleSection.navigation.map { group in
            let sections = group.filter { $0 != .phones || settings.control != nil }
            return [
                "title": group.first.flatMap { strings[$0.group] } ?? "",
                "entries": sections.map { section in
                    [
                        "path": section.path, "icon": section.icon,
                        "title": strings["nav.\(section.rawValue)"] ?? section.rawValue,
                        "isCurrent": section == current,
                    ] as [String: Any]
                },
            ]
        }
    }

    /// Returns a JSON value as the content of a script element: without `<`, which could end it.
    static func scriptText(_ value: JSONValue) -> String {
        JSONWriter.text(value).replacing("<", with: "\\u003c")
    }

    /// Renders a template with a nonce and the headers of every page.
    func render(
        _ template: String, _ view: [String: Any], status: HTTPResponse.Status
    ) throws -> Response {
        let nonce = gateway.consoleNonce()
        var view = view
        view["nonce"] = nonce
        guard let text = files.library.render(view, withTemplate: template) else {
            throw ConsoleFileError(name: template + ".html", reason: "there is no such template")
        }
        return Response(
            status: status, headers: Self.headers(nonce: nonce),
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// Returns the headers of a page. They permit only the scripts that the server wrote into the
    /// page and the modules that these scripts import. The page loads nothing from other hosts, and
    /// no other page may contain it.
    static func headers(nonce: String) -> HTTPFields {
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
            .xContentTypeOptions: "nosniff",
        ]
        headers[.contentSecurityPolicy] =
            "default-src 'none'; script-src 'nonce-\(nonce)' 'strict-dynamic'; style-src 'self'; "
            + "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
            + "object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
            + "trusted-types 'none'"
        for (name, value) in [
            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
            ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
        ] {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        return headers
    }
}

/// JSON as values that a template can read.
enum MustacheValue {
    static func value(of json: JSONValue) -> Any {
        switch json {
        case .object(let object):
            object.members.reduce(into: [String: Any]()) { $0[$1.key] = value(of: $1.value) }
        case .array(let values): values.map(value(of:))
        case .string(let text): text
        case .bool(let bool): bool
        case .number(let number): number.text
        case .null: Any?.none as Any
        }
    }

    /// Returns strings whose names have parts, such as `nav.skip`, as dictionaries in dictionaries,
    /// because a template reads `t.nav.skip` in this way.
    static func nested(_ strings: [String: String]) -> [String: Any] {
        var groups: [String: [String: String]] = [:]
        var result: [String: Any] = [:]
        for (name, text) in strings {
            guard let dot = name.firstIndex(of: ".") else {
                result[name] = text
                continue
            }
            groups[String(name[..<dot]), default: [:]][String(name[dot...].dropFirst())] = text
        }
        for (name, group) in groups { result[name] = nested(group) }
        return result
    }
}
