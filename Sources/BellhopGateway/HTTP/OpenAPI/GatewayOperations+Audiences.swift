// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import OpenAPI

/// The operations about attributes, tags, segments and audiences.
extension GatewayOperations {
    private static let name = Parameter.path("name", Schema.string, "The name.")
    private static let tag = Parameter.path("tag", Schema.string, "The tag.")

    static let audiences: [OpenAPIOperation] = [
        operation(
            .get, "/v1/apps/{bundle_id}/attributes", "The attributes that an app declares.",
            parameters: [bundleID], response: Schema.reference("AttributeList"),
            problems: [.appNotFound]),
        operation(
            .put, "/v1/apps/{bundle_id}/attributes/{name}", "Declares an attribute.",
            parameters: [bundleID, name], body: Body(schema: Schema.reference("NewAttribute")),
            response: Schema.reference("Attribute"),
            problems: [.appNotFound, .attributeOfOtherType, .tooManyEntries]),
        operation(
            .put, "/v1/installations/{installation_id}/attributes",
            "Changes values of attributes; null removes a value.", parameters: [installationID],
            body: Body(schema: Schema.reference("AttributeChanges")),
            response: Schema.reference("Installation"),
            problems: [.installationNotFound, .attributeOfOtherType, .tooManyEntries]),
        operation(
            .put, "/v1/installations/{installation_id}/tags/{tag}",
            "Adds a tag to an installation.", parameters: [installationID, tag],
            response: Schema.reference("Installation"),
            problems: [.installationNotFound, .tooManyEntries]),
        operation(
            .delete, "/v1/installations/{installation_id}/tags/{tag}",
            "Removes a tag from an installation.", parameters: [installationID, tag],
            response: Schema.reference("Installation"), problems: [.installationNotFound]),
        operation(
            .get, "/v1/apps/{bundle_id}/segments", "The segments of an app.",
            parameters: [bundleID], response: Schema.reference("SegmentList"),
            problems: [.appNotFound]),
        operation(
            .get, "/v1/apps/{bundle_id}/segments/{name}", "One segment.",
            parameters: [bundleID, name], response: Schema.reference("Segment"),
            problems: [.appNotFound, .segmentNotFound]),
        operation(
            .put, "/v1/apps/{bundle_id}/segments/{name}", "Stores a filter as a segment.",
            parameters: [bundleID, name], body: Body(schema: Schema.reference("NewSegment")),
            response: Schema.reference("Segment"),
            problems: [.appNotFound, .badFilter, .tooManyEntries]),
        operation(
            .delete, "/v1/apps/{bundle_id}/segments/{name}", "Deletes a segment.",
            parameters: [bundleID, name], status: 204,
            problems: [.appNotFound, .segmentNotFound]),
        operation(
            .post, "/v1/apps/{bundle_id}/audience/count",
            "The number of installations that match a filter or a segment.", parameters: [bundleID],
            body: Body(schema: Schema.reference("Audience")),
            response: Schema.reference("AudienceCount"),
            problems: [.appNotFound, .badFilter, .filterNotIndexed, .segmentNotFound]),
    ]
}

extension OpenAPISchema {
    static let audiences: [(name: String, schema: JSONValue)] = [
        ("NewAttribute", object(["type": names(AttributeType.self)], isClosed: true)),
        ("Attribute", object(["name": string, "type": names(AttributeType.self)])),
        ("AttributeList", object(["attributes": list(of: reference("Attribute"))])),
        (
            "AttributeChanges",
            [
                "type": "object",
                "additionalProperties": ["type": ["string", "number", "boolean", "null"]],
            ]
        ),
        ("NewSegment", object(["filter": string], isClosed: true)),
        ("Segment", object(["name": string, "filter": string])),
        ("SegmentList", object(["segments": list(of: reference("Segment"))])),
        (
            "Audience",
            [
                "oneOf": [
                    object(["filter": string], isClosed: true),
                    object(["segment": string], isClosed: true),
                ]
            ]
        ),
        ("AudienceCount", object(["installations": integer])),
    ]
}
