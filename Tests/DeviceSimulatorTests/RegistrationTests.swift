// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Testing

private let id = PhoneUnderTest.bundleID

@Test func `an app gets one token of each family that it requests, and keeps them across launches`()
    async throws
{
    let test = try await PhoneUnderTest(.terminated) { $0.tokenFamilies = [.app, .voip] }
    let tokens = try test.app.tokens
    #expect(Set(tokens.keys) == [.app, .voip])
    #expect(tokens[.app] != tokens[.voip])
    try await test.phone.perform(.launch(bundleID: id))
    try await test.phone.perform(.reboot)
    let callbacks = try await test.phone.perform(.launch(bundleID: id))
    #expect(try test.app.tokens == tokens)
    #expect(callbacks.suffix(2).map(\.kind) == [.didRegister, .voipToken])
    #expect(callbacks.suffix(2).map(\.rule) == ["REG-7", "REG-7"])
    #expect(
        await test.link.calls == [
            .online(true), .register(id, .app, .sandbox), .register(id, .voip, .sandbox),
        ])
}

@Test func `a reinstalled app gets a new token, and an updated app keeps its token`() async throws {
    let test = try await PhoneUnderTest()
    let token = try test.app.tokens[.app]
    let app = InstalledApp(bundleID: id, name: "Chat 2")
    try await test.phone.perform(.install(app))
    let launch = try await test.phone.perform(.launch(bundleID: id))
    #expect(launch.last?.rule == "REG-7")
    #expect(try test.app.tokens[.app] == token)

    try await test.phone.perform(.uninstall(bundleID: id))
    try await test.phone.perform(.install(app))
    #expect(try test.app.tokens[.app] != token)
    #expect(await test.link.calls.contains(.unregister(id)))
}

@Test func `permission does not affect registration`() async throws {
    for authorization in Authorization.allCases {
        let test = try await PhoneUnderTest { $0.authorization = authorization }
        #expect(try test.app.tokens[.app] != nil)
    }
}

@Test func `an app that does not register gets no token`() async throws {
    let test = try await PhoneUnderTest { $0.registersForPush = false }
    try await test.phone.perform(.launch(bundleID: id))
    #expect(try test.app.tokens.isEmpty)
    #expect(await test.link.calls == [.online(true)])
}

@Test func `registration without the entitlement is reported to the app as a failure`() async throws
{
    let test = try await PhoneUnderTest(.terminated) { $0.capabilities.environment = nil }
    try await test.phone.perform(.launch(bundleID: id))
    let record = try #require(test.phone.trace.last)
    #expect(record.name == "application(_:didFailToRegisterForRemoteNotificationsWithError:)")
    #expect(record.rule == "REG-11")
    #expect(record.detail == "app token: The app has no aps-environment entitlement (error 3000).")
    #expect(await test.link.calls == [.online(true)])
}

@Test func `the entitlement determines the environment`() async throws {
    let test = try await PhoneUnderTest { $0.capabilities.environment = .production }
    #expect(await test.link.calls.last == .register(id, .app, .production))
}

@Test func `an error of the link to APNs reaches the app, and the next launch registers again`()
    async throws
{
    let test = try await PhoneUnderTest(.terminated)
    try await test.phone.perform(.uninstall(bundleID: id))
    await test.link.refuse(true)
    try await test.phone.perform(.install(InstalledApp(bundleID: id, name: "Chat")))
    let failed = try await test.phone.perform(.launch(bundleID: id))
    #expect(failed.last?.kind == .didFailToRegister)
    #expect(failed.last?.detail == "app token: the simulated APNs is not running; start it")
    await test.link.refuse(false)
    try await test.phone.perform(.reboot)
    let callbacks = try await test.phone.perform(.launch(bundleID: id))
    #expect(callbacks.last?.kind == .didRegister)
    #expect(try test.app.tokens[.app] != nil)
}

@Test func `without a network, the token arrives when the phone is online again`() async throws {
    let test = try await PhoneUnderTest()
    try await test.phone.perform(.setOnline(false))
    try await test.phone.perform(.install(InstalledApp(bundleID: "b", name: "B")))
    let offline = try await test.phone.perform(.launch(bundleID: "b"))
    #expect(!offline.map(\.kind).contains(.didRegister))
    #expect(test.phone.snapshot["b"]?.tokens.isEmpty == true)
    let online = try await test.phone.perform(.setOnline(true))
    #expect(online.map(\.kind) == [.didRegister])
    #expect(test.phone.snapshot["b"]?.tokens[.app] != nil)
    #expect(test.phone.snapshot.isOnline)
}

@Test func `no trace line or callback contains a complete token`() async throws {
    let test = try await PhoneUnderTest()
    let callbacks =
        try await test.phone.perform(.reboot)
        + (try await test.phone.perform(.launch(bundleID: id)))
    let token = try #require(try test.app.tokens[.app])
    let details = test.phone.trace.compactMap(\.detail) + callbacks.compactMap(\.detail)
    #expect(details.contains { $0.contains(token.redacted) })
    #expect(!details.contains { $0.contains(token.hex) })
}
