// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import HTTPTypes
import Hummingbird
import NIOCore

// The endpoints that prepare a test: devices, senders and the time.
extension ControlServer {
    static func addSetUp(
        to routes: RouterGroup<BasicRequestContext>, _ control: any SimulatorControl
    ) {
        routes.get("/fleet") { _, _ in try response(try await control.lightDevices()) }
        routes.post("/fleet") { request, _ in
            let lines = try await control.fleet(body(FleetOrder.self, of: request))
            return Response(
                status: .ok,
                headers: [.contentType: "application/x-ndjson", .cacheControl: "no-store"],
                body: ResponseBody { writer in
                    for try await part in lines { try await writer.write(ByteBuffer(bytes: part)) }
                    try await writer.finish(nil)
                })
        }
        routes.get("/clock") { _, _ in try response(try await control.clock()) }
        routes.post("/clock/advance") { request, _ in
            try response(
                try await control.advanceClock(body(ClockAdvanceOrder.self, of: request)))
        }
        addSenders(to: routes, control)
    }

    private static func addSenders(
        to routes: RouterGroup<BasicRequestContext>, _ control: any SimulatorControl
    ) {
        routes.get("/apns/keys") { _, _ in try response(try await control.senderKeys()) }
        routes.post("/apns/keys") { request, _ in
            try response(
                try await control.addSenderKey(body(NewSenderKey.self, of: request)),
                status: .created)
        }
        routes.delete("/apns/keys/:id") { _, context in
            try await control.removeSenderKey(context.parameters.get("id") ?? "")
            return Response(status: .noContent)
        }
        routes.get("/apns/apps") { _, _ in try response(try await control.senderApps()) }
        routes.post("/apns/apps") { request, _ in
            try response(
                try await control.addSenderApp(body(SenderApp.self, of: request)),
                status: .created)
        }
    }
}
