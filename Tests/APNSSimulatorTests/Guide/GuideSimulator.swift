// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSService
import APNSSimulator
import APNSWire
import Testing

// guide: simulator-first
/// Starts an APNs with one phone on a free port, sends a notification to it, and stops it.
func sendToSimulator() async throws -> PushOutcome {
    let now = TimeSource.system.now
    let authority = try LocalAuthority(now: now)
    let host = ServiceHost(service: PushService(tokenCheck: SignedTokenCheck()))
    try host.registerApp(bundleID: "com.example.app", teamID: "TEAM123456")
    try host.registerDevice("phone")
    let deviceToken = try host.registerToken(
        deviceID: "phone", bundleID: "com.example.app", environment: .sandbox)
    let server = try await SimulatorServer.start(
        listeners: [.init(.sandbox, port: 0)],
        identity: SimulatorServer.makeIdentity(authority: authority),
        clientAuthorities: CertificateAuthorities(pem: [authority.certificatePEM]), host: host)

    let client = APNSClient(
        configuration: .init(
            endpoint: Endpoint(host: "127.0.0.1", port: server.port(.sandbox) ?? 0),
            authentication: .certificate(
                try authority.makePushCertificate(bundleID: "com.example.app", now: now)),
            trustRoots: .pem(authority.certificatePEM)))
    let outcome = try await client.send(
        PushRequest(
            deviceToken: deviceToken, payload: Payload(aps: APS(alert: .text("Dinner is ready"))),
            bundleID: "com.example.app"))
    await client.shutdown()
    await server.shutdown()
    return outcome
}
// guide: end

@Test(.timeLimit(.minutes(30)))
func `the simulator of the documentation accepts the notification`() async throws {
    guard case .accepted = try await sendToSimulator() else {
        Issue.record("not accepted")
        return
    }
}
