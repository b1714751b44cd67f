// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import OpenAPI

/// The operations about templates and urgency.
extension GatewayOperations {
    private static let templateName = Parameter.path(
        "name", Schema.string, "The name of the template.")

    /// The parameter of messages and campaigns that names a template.
    static let template = Parameter.query(
        "template", Schema.string,
        "A template, as NAME or NAME@VERSION; the body then contains its variables.")

    static let templates: [OpenAPIOperation] = [
        operation(
            .get, "/v1/apps/{bundle_id}/templates", "The templates of an app, by name.",
            parameters: [bundleID] + page(), response: Schema.reference("TemplateList"),
            problems: [.appNotFound, .unknownKey]),
        operation(
            .get, "/v1/apps/{bundle_id}/templates/{name}", "A version of a template.",
            parameters: [
                bundleID, templateName,
                .query(
                    "version", Schema.integer(1...1_000_000),
                    "The version; the newest by default."),
            ], response: Schema.reference("Template"), problems: [.templateNotFound, .unknownKey]),
        operation(
            .put, "/v1/apps/{bundle_id}/templates/{name}",
            "Stores a template; changed content becomes the next version.",
            parameters: [bundleID, templateName],
            body: Body(schema: Schema.reference("NewTemplate")),
            response: Schema.reference("Template"),
            problems: [.appNotFound, .badTemplate, .payloadTooLarge, .tooManyEntries]),
        operation(
            .delete, "/v1/apps/{bundle_id}/templates/{name}",
            "Archives a template; campaigns that were started with it continue.",
            parameters: [bundleID, templateName], status: 204, problems: [.templateNotFound]),
        operation(
            .get, "/v1/apps/{bundle_id}/templates/{name}/versions",
            "The versions of a template, newest first.", parameters: [bundleID, templateName],
            response: Schema.reference("TemplateVersionList"), problems: [.templateNotFound]),
        operation(
            .post, "/v1/apps/{bundle_id}/templates/{name}/preview",
            "The payload that a recipient gets, its size, and findings about it.",
            parameters: [bundleID, templateName],
            body: Body(schema: Schema.reference("TemplatePreviewRequest"), isRequired: false),
            response: Schema.reference("TemplatePreview"),
            problems: [.templateNotFound, .badTemplate]),
        operation(
            .get, "/v1/apps/{bundle_id}/urgency-report",
            "How many of the notifications of an app were time-sensitive.",
            parameters: [
                bundleID,
                .query(
                    "days", Schema.integer(1...GatewayLimits.urgencyDaysMax),
                    "The number of days up to today; 30 by default."),
            ], response: Schema.reference("UrgencyReport"),
            problems: [.appNotFound, .unknownKey]),
    ]
}

extension OpenAPISchema {
    private static let summary = object([
        "name": string, "version": integer, "urgency": names(InterruptionLevel.self),
        "locales": list(of: string), "created_at": time,
    ])

    static let templates: [(name: String, schema: JSONValue)] = [
        (
            "NewTemplate",
            order(
                [
                    "urgency?": names(InterruptionLevel.self), "lane?": names(MessageLane.self),
                    "collapse_id?": text(1...64),
                    "expires_in?": integer(0...GatewayLimits.lifetimeSecondsMax),
                    "default_locale?": string, "variables?": anyObject, "locales": anyObject,
                ], isClosed: true)
        ),
        (
            "TemplateFinding",
            object([
                "severity": names(["note", "warning", "error"]), "rule": string,
                "locale": string, "path": string, "detail": string,
            ])
        ),
        (
            "Template",
            object([
                "name": string, "version": integer, "urgency": names(InterruptionLevel.self),
                "created_at": time, "is_new?": boolean,
                "locales": list(of: object(["locale": string, "longest_bytes": integer])),
                "template": anyObject, "findings": list(of: reference("TemplateFinding")),
            ])
        ),
        ("TemplateList", object(["templates": list(of: summary), "next?": string])),
        ("TemplateVersionList", object(["versions": list(of: summary)])),
        (
            "TemplatePreviewRequest",
            order(
                [
                    "variables?": anyObject, "locale?": string, "version?": integer,
                    "template?": reference("NewTemplate"),
                ], isClosed: true)
        ),
        (
            "TemplatePreview",
            object([
                "locale": string, "payload": anyObject, "bytes": integer,
                "longest_bytes": integer, "findings": list(of: reference("TemplateFinding")),
            ])
        ),
        (
            "UrgencyReport",
            object([
                "app": string, "from": string, "to": string, "total": integer,
                "shares": list(
                    of: object([
                        "urgency": names(InterruptionLevel.self), "messages": integer,
                        "campaigns": integer, "percent": number(0...100),
                    ])), "urgent_percent": number(0...100), "advice?": string,
            ])
        ),
    ]
}
