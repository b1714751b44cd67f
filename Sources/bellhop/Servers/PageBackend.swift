// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import BellhopGateway
import CommandSupport
import ControlAPI
import Diagnostics
import GatewayAPI
import Simulation
import SimulatorHost
import WebConsole
import Workbench

/// Provides the page with its data. The page and the servers are in the same process.
struct PageBackend {
    let simulator: SimulatorParts
    let gateway: GatewayParts
    let state: StateDirectory
    let host: String

    func backend() async throws -> ConsoleBackend {
        let control = simulator.host
        let gateway = gateway.gateway
        let route = PushRoute.simulator(
            SimulatorRoute(
                info: try await control.info(), control: control, credential: .key(simulator.key),
                authorityPEM: simulator.authorityPEM))
        var backend = ConsoleBackend(
            control: control, lightDeviceCount: { control.lightDeviceCount },
            changes: { control.changes.stream() },
            post: { try await Self.post($0, gateway) },
            push: { try await Self.push($0, route, phone: $1) },
            user: DemoPhone.user, curl: curl)
        if let messaging = simulator.messaging?.host {
            backend.others = { messaging.arrivals($0) }
        }
        return backend
    }

    private static func post(_ message: ConsoleBackend.Message, _ gateway: Gateway) async throws
        -> String
    {
        do {
            let title = message.title.flatMap { $0.isEmpty ? nil : $0 }
            let content = MessageContent(form: MessageForm(title: title, body: message.body))
            let posted = try await gateway.post(content, to: .user(message.user))
            let count = posted.deliveries.count
            return "accepted by the gateway for \(count) \(count == 1 ? "device" : "devices")"
        } catch let problem as Problem {
            throw ConsoleFailure(problem.detail)
        }
    }

    private static func push(
        _ file: APNSFile, _ route: PushRoute, phone: String
    ) async throws -> DeliveryReport {
        do {
            let payload = PushFile(
                source: SourceText(name: "the file", bytes: file.body), file: file)
            let headers = PushHeaders()
            let target = try await route.target(for: payload, headers: headers, device: phone)
            let plan = try PushPlan(payload, headers: headers, to: target)
            let report = try await PushSession(route: route, target: target).send(plan)
            guard let delivery = report.delivery else {
                throw ConsoleFailure("APNs did not respond; check that the simulator is running")
            }
            return delivery
        } catch let failure as WorkFailure {
            throw ConsoleFailure(failure.description)
        }
    }

    /// Returns the `curl` command that the page shows. The function waits until the gateway is
    /// listening, because the port is not known earlier.
    private func curl() async throws -> String {
        let port = try await gateway.listening.wait()
        let key = ShellWord.quoted(state.path(of: .developmentKey))
        return """
            curl -d "Dinner is ready" \\
              -H "Authorization: Bearer $(cat \(key))" \\
              http://\(host):\(port)/v1/users/\(DemoPhone.user)/messages
            """
    }
}
