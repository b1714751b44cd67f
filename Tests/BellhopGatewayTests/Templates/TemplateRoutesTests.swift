// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import HTTPTypes
import SQLCore
import Testing

@testable import BellhopGateway

/// Templates over HTTP.
@Suite(.timeLimit(.minutes(30))) struct TemplateRoutesTests {
    private static let app = "/v1/apps/com.example.app"
    private static let parcel = """
        {"urgency":"time-sensitive","lane":"transactional","expires_in":600,"default_locale":"en",
         "variables":{"n":"number","name":{"type":"text","default":"you","max_length":20}},
         "locales":{
          "en":{"title":"Parcels",
                "body":"{{n, plural, one {# parcel} other {# parcels}}} for {{name}}"},
          "de":{"title":"Pakete",
                "body":"{{n, plural, one {# Paket} other {# Pakete}}} für {{name}}"}}}
        """

    private func store(_ http: HTTPScene, _ name: String = "parcel") async throws {
        let response = try await http.ask(.put, Self.app + "/templates/\(name)", Self.parcel)
        #expect(response.status == 200, "\(response.text)")
    }

    @Test func `a template is stored, read, listed, changed and archived`() async throws {
        try await HTTPScene.run { http in
            let first = try await http.ask(.put, Self.app + "/templates/parcel", Self.parcel)
            let stored = try first.decode(TemplateResource.self)
            #expect(stored.version == 1)
            #expect(stored.isNew == true)
            #expect(stored.urgency == .timeSensitive)
            #expect(stored.locales.map(\.locale) == ["en", "de"])
            #expect(stored.locales.allSatisfy { (150...400).contains($0.longestBytes) })
            let again = try await http.ask(.put, Self.app + "/templates/parcel", Self.parcel)
            #expect(try again.decode(TemplateResource.self).isNew == false)
            let other = Self.parcel.replacing("Parcels", with: "Your parcels")
            let changed = try await http.ask(.put, Self.app + "/templates/parcel", other)
            #expect(try changed.decode(TemplateResource.self).version == 2)
            let old = try await http.ask(.get, Self.app + "/templates/parcel?version=1")
            #expect(try old.decode(TemplateResource.self).template == stored.template)
            let list = try await http.ask(.get, Self.app + "/templates?limit=1")
            let page = try list.decode(TemplateList.self)
            #expect(page.templates.map(\.version) == [2])
            #expect(page.next == nil)
            let versions = try await http.ask(.get, Self.app + "/templates/parcel/versions")
            #expect(
                try versions.decode(TemplateVersionList.self).versions.map(\.version) == [2, 1])
            #expect(try await http.ask(.delete, Self.app + "/templates/parcel").status == 204)
            #expect(try await http.ask(.get, Self.app + "/templates/parcel").status == 404)
            #expect(try await http.ask(.delete, Self.app + "/templates/parcel").status == 404)
        }
    }

    @Test func `the example of the guide is stored, but not with a badge of -1`() async throws {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let example = try String(
            contentsOf: root.appending(path: "Examples/templates/parcel.json"), encoding: .utf8)
        try await HTTPScene.run { http in
            let path = Self.app + "/templates/parcel"
            let response = try await http.ask(.put, path, example)
            #expect(response.status == 200, "\(response.text)")
            let longest = try response.decode(TemplateResource.self).locales.map(\.longestBytes)
            #expect(longest.allSatisfy { $0 > 200 }, "\(longest)")
            let fallback = example.replacing(
                #""parcels": "number""#, with: #""parcels": {"type": "number", "default": -1}"#)
            #expect(fallback != example)
            let refused = try await http.ask(.put, path, fallback)
            #expect(try refused.problem().detail.contains("badge"), "\(refused.text)")
            let negative = example.replacing(#""{{parcels, json}}""#, with: "-1")
            let refusal = try await http.ask(.put, path, negative)
            #expect(try refusal.problem().detail.contains("badge"), "\(refusal.text)")
        }
    }

    @Test func `a preview has the payload, its size and findings`() async throws {
        try await HTTPScene.run { http in
            try await store(http)
            let path = Self.app + "/templates/parcel/preview"
            let response = try await http.ask(
                .post, path, #"{"locale":"de-AT","variables":{"n":1,"name":"Jo\"é"}}"#)
            let preview = try response.decode(TemplatePreview.self)
            #expect(preview.locale == "de")
            let alert = preview.payload.objectValue?["aps"]?.objectValue?["alert"]?.objectValue
            #expect(alert?["body"] == "1 Paket für Jo\"é")
            #expect(preview.bytes < preview.longestBytes)
            let inline = try await http.ask(
                .post, path,
                #"{"template":{"locales":{"en":{"title":"Hi","body":"Hi {name}"}}}}"#)
            let findings = try inline.decode(TemplatePreview.self).findings
            #expect(findings.contains { $0.path.contains("body") }, "\(findings)")
            for (body, part) in [
                (#"{"variables":{}}"#, "variables.n"),
                (#"{"variables":{"m":1}}"#, "did you mean n?"),
                (#"{"variables":{"n":"1"}}"#, "send a number"),
                (#"{"template":{"locales":{"en":{"body":"{{x"}}}}"#, "no end"),
                (#"{"version":7}"#, "no template"), (#"{"vars":{}}"#, "unknown"),
            ] {
                let problem = try await http.ask(.post, path, body).problem()
                #expect(problem.detail.contains(part), "\(problem.detail)")
            }
        }
    }

    @Test(
        arguments: [
            (#"{"locales":{"en":{"body":"Hi {{name}}"}}}"#, "bad_template", "locales.en.body"),
            ("{", "bad_template", nil),
            (
                #"{"default_locale":"en","variables":{"t":{"type":"text","max_length":600}},"#
                    + #""locales":{"en":{"body":"Hi"},"de":{"body":"{{t}}{{t}}"}}}"#,
                "payload_too_large", "locales.de"
            ),
            (
                #"{"default_locale":"en","locales":{"en":{"body":"Hi"},"de":{"aps":{"alert":1}}}}"#,
                "bad_template", "locales.de.aps.alert"
            ),
        ] as [(String, String, String?)])
    func `a template with an error is refused with the error's key path`(
        body: String, code: String, path: String?
    ) async throws {
        try await HTTPScene.run { http in
            let problem = try await http.ask(.put, Self.app + "/templates/parcel", body).problem()
            #expect(problem.code == code, "\(problem.detail)")
            #expect(problem.keyPath == path, "\(problem.detail)")
            #expect(try await http.ask(.get, Self.app + "/templates/parcel").status == 404)
        }
    }

    @Test func `a message is in the language of its user, with attributes and given values`()
        async throws
    {
        try await HTTPScene.run { http in
            try await store(http)
            try await http.scene.register()
            _ = try await http.ask(.put, Self.app + "/attributes/name", #"{"type":"text"}"#)
            _ = try await http.ask(
                .put, "/v1/installations/i1/attributes", #"{"name":"Alex"}"#)
            try await http.scene.store.write { db in
                _ = try await db.run("UPDATE installation SET locale = 'de-DE'")
            }
            let response = try await http.ask(
                .post, "/v1/users/alex/messages?template=parcel", #"{"variables":{"n":2}}"#)
            #expect(response.status == 202, "\(response.text)")
            let message = try response.decode(MessageResource.self)
            #expect(message.expiresAt != nil)
            let payload = try await http.claimedPayload()
            #expect(payload.aps?.interruptionLevel == .timeSensitive)
            #expect(
                String(decoding: payload.encoded, as: UTF8.self).contains("2 Pakete für Alex"))
            let english = try await http.ask(
                .post, "/v1/installations/i1/messages?template=parcel@1",
                #"{"variables":{"n":1,"name":"Sam"},"locale":"en"}"#)
            #expect(english.status == 202)
            let text = String(decoding: try await http.claimedPayload().encoded, as: UTF8.self)
            #expect(text.contains("1 parcel for Sam"), "\(text)")
            for (path, body, code) in [
                ("template=parcel", "{}", "value_missing"),
                ("template=parcels", #"{"variables":{"n":1}}"#, "template_not_found"),
                ("template=parcel@2", #"{"variables":{"n":1}}"#, "template_not_found"),
                ("template=parcel@x", #"{"variables":{"n":1}}"#, "bad_value"),
                ("template=parcel", #"{"variables":{"n":1},"body":"x"}"#, "unknown_key"),
                ("template=parcel&template=x", "{}", "bad_query"),
            ] {
                let problem = try await http.ask(
                    .post, "/v1/users/alex/messages?\(path)", body
                ).problem()
                #expect(problem.code == code, "\(path): \(problem.detail)")
            }
        }
    }

    @Test func `a repeated request returns its message after the template was archived`()
        async throws
    {
        try await HTTPScene.run { http in
            try await store(http)
            try await http.scene.register()
            let name = try #require(HTTPField.Name("Idempotency-Key"))
            func send() async throws -> HTTPScene.Response {
                try await http.ask(
                    .post, "/v1/users/alex/messages?template=parcel", #"{"variables":{"n":2}}"#,
                    headers: [name: "k1"])
            }
            let first = try await send().decode(MessageResource.self)
            _ = try await http.ask(.delete, Self.app + "/templates/parcel")
            #expect(try await send().decode(MessageResource.self).id == first.id)
        }
    }

    @Test func `a campaign keeps the version with which it was started`() async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let gateway = try await Gateway.open(.init(database: directory.path()))
        let app = "com.example.app"
        _ = try await gateway.putApp(bundleID: app, name: "Example", userProof: nil)
        let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        _ = try await gateway.putCredential(
            bundleID: app,
            CredentialRequest(p8: key.p8Text, keyID: "ABC123DEFG", teamID: "DEF123GHIJ"))
        _ = try await gateway.putTemplate("parcel", Array(Self.parcel.utf8), of: app)
        func content(_ variables: [String: JSONValue]) async throws -> MessageContent {
            try await gateway.campaign(
                with: TemplateReference(name: "parcel"), TemplateUse(variables: variables),
                options: .init(), within: .none)
        }
        let missing = await #expect(throws: Problem.self) { try await content([:]) }
        #expect(missing?.kind == .valueMissing)
        #expect(missing?.keyPath == "variables.n")
        let campaign = try await gateway.startCampaign(try await content(["n": 3]))
        #expect(campaign.settings?.template == "parcel@1")
        try await gateway.archiveTemplate("parcel", of: app)
        let campaigns = try #require(gateway.campaigns)
        let number = try #require(try await campaigns.store.campaign(id: campaign.id)).number
        let bytes = try #require(try await campaigns.store.content(of: number))
        let compiled = try StoredCampaignContent(bytes: bytes).compiled()
        let german = compiled.payload(variant: 0, locale: "de-CH", variables: ["name": "Jo"])
        let text = String(decoding: german ?? [], as: UTF8.self)
        #expect(text.contains("3 Pakete für Jo"), "\(text)")
        #expect(text.contains(campaign.id))
        // Recipients can have values in an attribute with the name and type of the variable.
        _ = try await gateway.putTemplate("parcel", Array(Self.parcel.utf8), of: app)
        _ = try await gateway.declareAttribute("n", .init(type: .text), of: app)
        await #expect(throws: Problem.self) { try await content([:]) }
        let renamed = Self.parcel.replacing(#""n""#, with: #""m""#).replacing("{{n,", with: "{{m,")
        _ = try await gateway.putTemplate("other", Array(renamed.utf8), of: app)
        _ = try await gateway.declareAttribute("m", .init(type: .number), of: app)
        let other = try await gateway.campaign(
            with: TemplateReference(name: "other"), TemplateUse(), options: .init(), within: .none)
        #expect(other.template?.variableNames == ["m", "name"])
        try await gateway.close()
    }

    @Test func `the urgency report counts messages and gives advice`() async throws {
        try await HTTPScene.run { http in
            try await store(http)
            try await http.scene.register()
            for _ in 0..<100 {
                _ = try await http.ask(
                    .post, "/v1/users/alex/messages?template=parcel", #"{"variables":{"n":2}}"#)
            }
            _ = try await http.ask(.post, "/v1/users/alex/messages", #"{"body":"Hi"}"#)
            _ = try await http.ask(
                .post, "/v1/users/alex/messages", #"{"push_type":"background"}"#)
            let report = try await http.ask(.get, Self.app + "/urgency-report?days=7")
                .decode(UrgencyReport.self)
            #expect(report.total == 101)
            #expect(report.shares.map(\.messages) == [0, 1, 100, 0])
            #expect(report.urgentPercent == 99)
            #expect(report.advice?.contains("Focus") == true)
            for query in ["?days=0", "?days=91", "?days=x"] {
                let problem = try await http.ask(.get, Self.app + "/urgency-report" + query)
                    .problem()
                #expect(problem.code == "bad_query")
            }
        }
    }

    @Test func `an API key of another app reads no template and no urgency report`() async throws {
        try await HTTPScene.run { http in
            try await store(http)
            _ = try await http.scene.gateway.putApp(bundleID: "com.example.other", name: "Other")
            let made = try await http.ask(
                .post, "/v1/keys",
                #"{"name":"n","scopes":["all"],"apps":["com.example.other"]}"#)
            let key = "Bearer " + (try made.decode(APIKeyResource.self).key ?? "")
            for path in ["/templates", "/templates/parcel", "/urgency-report"] {
                let problem = try await http.ask(.get, Self.app + path, authorization: key)
                    .problem()
                #expect(problem.code == "key_of_other_app")
            }
        }
    }
}
