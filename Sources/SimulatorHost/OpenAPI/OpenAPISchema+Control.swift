// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
import ControlAPI
import DeviceModel
import OpenAPI

/// The named schemas of the control API.
extension OpenAPISchema {
    static let control: [(name: String, schema: JSONValue)] =
        problems + devices + deliveries + service + setUp + messaging

    private static let problems: [(name: String, schema: JSONValue)] = [
        (
            "Problem",
            object([
                "type": string, "title": string, "status": integer(400...599), "detail": string,
                "code": names(ControlProblemKind.self), "instance?": string, "line?": integer,
                "column?": integer, "key_path?": string,
            ])
        ),
        ("ProblemKind", object(["code": string, "title": string, "status": string])),
        ("Health", object(["status": names(["ok"])])),
    ]

    private static let devices: [(name: String, schema: JSONValue)] = [
        ("Address", object(["host": string, "port": integer(0...65_535)])),
        (
            "Simulator",
            object([
                "sandbox": reference("Address"), "production": reference("Address"),
                "sandbox_channels": reference("Address"),
                "production_channels": reference("Address"), "team_id": string, "key_id": string,
                "default_bundle_id": string, "fcm?": reference("Address"),
                "web_push?": reference("Address"),
            ])
        ),
        (
            "Device",
            object([
                "id": string, "name": string, "model": string, "is_locked": boolean,
                "is_online": boolean, "time_zone": string, "language": string,
                "prompts": list(of: anyObject), "activities": list(of: anyObject),
                "apps": list(of: anyObject),
            ])
        ),
        (
            "NewDevice",
            order([
                "name": string, "app?": string, "environment?": names(APNSEnvironment.self),
                "authorization?": names(Authorization.self), "model?": string,
                "kind?": names(Device.Kind.self), "app_clip?": boolean, "language?": string,
                "time_zone?": string,
            ])
        ),
        (
            "Command",
            object([
                "action": names(DeviceCommand.Action.self), "app?": string,
                "notification?": string, "button?": string, "text?": string, "thread?": string,
                "activity?": string, "key?": string, "value?": string, "focus?": anyObject,
                "location?": anyObject, "payload?": anyObject,
            ])
        ),
        (
            "ActionResult",
            object([
                "device": reference("Device"), "callbacks": list(of: reference("Callback")),
            ])
        ),
        (
            "Callback",
            object([
                "time": time, "bundle_id": string, "name": string, "rule?": string,
                "detail?": string,
            ])
        ),
        (
            "Token",
            object([
                "token": string, "bundle_id": string, "environment": names(APNSEnvironment.self),
                "family": names(TokenFamily.self),
            ])
        ),
        (
            "Switch",
            object([
                "name": string, "scope": names(SwitchView.Scope.self), "value": string,
                "values": string, "meaning": string, "rule?": string,
            ])
        ),
    ]

    private static let deliveries: [(name: String, schema: JSONValue)] = [
        (
            "Delivery",
            object([
                "apns_id": string, "time": time, "environment": names(APNSEnvironment.self),
                "topic?": string, "push_type?": string, "priority?": integer,
                "collapse_id?": string, "payload_bytes": integer, "token?": string,
                "device_id?": string, "status": integer, "reason?": string,
                "stage": names(DeliveryReport.Stage.self), "note": string,
                "oddities?": list(of: string), "arrival?": anyObject,
            ])
        ),
        (
            "Request",
            object([
                "sequence": integer, "time": time, "environment": names(APNSEnvironment.self),
                "apns_id": string, "status": integer, "reason?": string, "headers": anyObject,
                "token?": string, "app?": string, "device_id?": string, "payload?": anything,
                "text?": string, "note": string, "oddities?": list(of: string), "fault?": string,
            ])
        ),
        (
            "RequestPage",
            object(["requests": list(of: reference("Request")), "next": integer])
        ),
    ]

    private static let service: [(name: String, schema: JSONValue)] = [
        ("Options", anyObject),
        (
            "GoAwayOrder",
            order([
                "environment?": names(APNSEnvironment.self), "reason?": string, "text?": string,
                "error_code?": integer(0...4_294_967_295),
                "last_stream?": integer(0...4_294_967_295),
            ])
        ),
        ("GoAwayReport", object(["connections": integer])),
        ("Fault", fault),
        (
            "FaultInForce",
            object([
                "id": integer, "fault": reference("Fault"), "is_active": boolean,
                "affected": integer, "remaining?": integer,
            ])
        ),
        (
            "ResetOrder",
            object(["what": ["anyOf": [resetPart, list(of: resetPart)]]], isClosed: true)
        ),
    ]

    private static let resetPart = names(["all"] + ResetPart.allCases.map(\.rawValue))
    private static let milliseconds = number(0...600_000)
    private static let seconds = number(0...315_360_000)
    private static let code = integer(0...4_294_967_295)

    private static let fault = order(
        [
            "fault": names(ServiceFault.Kind.self),
            "name?": text(1...ServiceFault.nameByteCountMax),
            "status?": integer(400...599), "reason?": string,
            "retry_after?": integer(0...Int(Int32.max)), "milliseconds?": milliseconds,
            "min_milliseconds?": milliseconds, "max_milliseconds?": milliseconds,
            "mean_milliseconds?": milliseconds, "deviation_milliseconds?": milliseconds,
            "processed?": boolean, "error_code?": code,
            "last_stream?": integer(0...2_147_483_647),
            "window?": integer(ServiceFault.windowBounds),
            "environment?": names(APNSEnvironment.self),
            "endpoint?": names(ServiceEndpoint.self),
            "connection?": integer(1...Int(Int32.max)), "stream?": code, "app?": string,
            "token?": string, "push_type?": names(PushType.self),
            "count?": integer(1...Int(Int32.max)), "probability?": number(0...1),
            "after_seconds?": seconds, "seconds?": seconds,
        ], isClosed: true)
}
