// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Simulation
import Testing

private let id = PhoneFixture.bundleID

/// A phone whose app has no token yet.
private func fresh(
    _ state: AppState = .foreground, edit: (inout InstalledApp) -> Void = { _ in }
) throws -> PhoneFixture {
    try PhoneFixture(state) {
        $0.tokens = [:]
        edit(&$0)
    }
}

/// A condition under which an app registers, and the result.
struct RegistrationRow: Sendable, CustomTestStringConvertible {
    let rule: RuleID
    let name: String
    let plan: RegistrationPlan
    let edit: @Sendable (inout Device) -> Void

    var testDescription: String { "\(rule): \(name)" }

    static let all: [RegistrationRow] = [
        RegistrationRow(rule: "REG-1", name: "online", plan: .ask) { _ in },
        RegistrationRow(
            rule: "REG-11", name: "no entitlement", plan: .fail(.missingEntitlement)
        ) { $0[id]?.capabilities.environment = nil },
        RegistrationRow(rule: "REG-12", name: "no network", plan: .wait) { $0.isOnline = false },
        RegistrationRow(
            rule: "REG-12", name: "no network, with the switch", plan: .fail(.offline)
        ) {
            $0.isOnline = false
            $0.choices.registrationFailsOffline = true
        },
        RegistrationRow(
            rule: "REG-11", name: "APNs blocked",
            plan: .fail(.unreachable("The phone's network blocks all connections to APNs."))
        ) { $0.isAPNsBlocked = true },
        RegistrationRow(rule: "REG-14", name: "Simulator", plan: .ask) { $0.kind = .simulator },
        RegistrationRow(
            rule: "REG-14", name: "older Simulator", plan: .fail(.unsupportedSimulator)
        ) { $0.kind = .oldSimulator },
    ]
}

@Test(arguments: RegistrationRow.all)
func `the result of registering depends on the entitlement, the network and the kind of device`(
    row: RegistrationRow
) throws {
    var phone = try fresh()
    row.edit(&phone.device)
    #expect(phone.device.registrationPlan(of: id) == row.plan)
    #expect(phone.device.beginRegistration(of: id) == row.plan)
}

@Test func `REG-11: registration failures have Apple's codes, and descriptions`() {
    #expect(RegistrationFailure.missingEntitlement.code == 3000)
    #expect(RegistrationFailure.unsupportedSimulator.code == 3010)
    #expect(RegistrationFailure.offline.code == nil)
    for failure in [
        RegistrationFailure.missingEntitlement, .missingBackgroundMode, .unsupportedSimulator,
        .offline, .notInstalled, .unreachable("words"),
    ] {
        #expect(!failure.description.isEmpty)
    }
}

@Test(arguments: Authorization.allCases)
func `AUTH-25, REG-1: registration does not depend on permission`(authorization: Authorization)
    throws
{
    let phone = try PhoneFixture(authorization: authorization) { $0.tokens = [:] }
    #expect(phone.device.registrationPlan(of: id) == .ask)
}

@Test func `REG-2: each call to register gets one callback`() throws {
    var phone = try fresh()
    for _ in 0..<3 { #expect(phone.device.beginRegistration(of: id) == .ask) }
    let callbacks = phone.device.setToken(phone.token, of: id)
    #expect(callbacks.map(\.kind) == [.didRegister, .didRegister, .didRegister])
    #expect(callbacks.first?.subject == .token(phone.token))
    #expect(phone.device.setToken(phone.token, of: id).isEmpty)
    _ = phone.device.beginRegistration(of: id)
    let failed = phone.device.failRegistration(.offline, of: id)
    #expect(failed.map(\.kind) == [.didFailToRegister])
    #expect(failed.first?.subject == .failure(.offline))
    #expect(phone.device.failRegistration(.offline, of: id).isEmpty)
}

@Test(arguments: 0..<20)
func `REG-2: in any order of calls and results there is one callback for each call`(
    seed: UInt64
) throws {
    var generator = SeededGenerator(seed: seed)
    var phone = try fresh()
    var (calls, answers) = (0, 0)
    for _ in 0..<200 {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0 where calls - answers < 10:
            _ = phone.device.beginRegistration(of: id)
            calls += 1
        case 1 where calls > answers:
            answers += phone.device.setToken(phone.token, of: id).count
        case 2 where calls > answers:
            answers += phone.device.failRegistration(.offline, of: id).count
        default:
            let action: UserAction =
                try phone.app.state == .foreground
                ? .suspend(bundleID: id) : .launch(bundleID: id)
            let outcome = try phone.perform(action)
            answers += outcome.callbacks.count { $0.kind == .didRegister }
        }
        #expect(answers <= calls)
    }
    let last = try phone.perform(.launch(bundleID: id))
    answers += last.callbacks.count { $0.kind == .didRegister }
    if calls > answers { answers += phone.device.setToken(phone.token, of: id).count }
    #expect(answers == calls)
}

@Test(arguments: [AppState.suspended, .terminated, .forceQuit])
func `REG-2: no callback runs in an app that is not running`(state: AppState) throws {
    var phone = try fresh()
    _ = phone.device.beginRegistration(of: id)
    try phone.perform(.bring(bundleID: id, to: state))
    #expect(phone.device.setToken(phone.token, of: id).isEmpty)
    #expect(try phone.app.tokens[.app] == phone.token)
    let later = try phone.perform(.launch(bundleID: id)).callbacks.filter {
        $0.kind == .didRegister
    }
    // A suspended app gets the callback when it runs again; if the process has ended, the call to
    // register is forgotten.
    #expect(later.count == (state == .suspended ? 1 : 0))
}

@Test func `REG-2: an app that was suspended meanwhile gets its callback when it runs again`()
    throws
{
    var phone = try fresh()
    _ = phone.device.beginRegistration(of: id)
    try phone.perform(.suspend(bundleID: id))
    #expect(phone.device.failRegistration(.offline, of: id).isEmpty)
    let online = try phone.perform(.launch(bundleID: id))
    #expect(online.linkOrders == [.registerMissing])
    try phone.perform(.suspend(bundleID: id))
    try phone.perform(.setAPNsBlocked(true))
    let blocked = try phone.perform(.launch(bundleID: id)).callbacks
    #expect(blocked.map(\.kind) == [.willEnterForeground, .didBecomeActive, .didFailToRegister])
}

@Test func `REG-3, REG-7: registering at every launch gives the same token`() throws {
    var phone = try PhoneFixture(.terminated)
    for action in [
        UserAction.launch(bundleID: id), .reboot, .launch(bundleID: id),
        .install(InstalledApp(bundleID: id, name: "Chat 2")), .launch(bundleID: id),
        .setAuthorization(bundleID: id, .denied),
    ] {
        try phone.perform(action)
        #expect(phone.device.registrationPlan(of: id) == .have(phone.token))
    }
    _ = phone.device.beginRegistration(of: id)
    let callbacks = phone.device.setToken(phone.token, of: id)
    #expect(callbacks.map(\.rule) == ["REG-7"])
}

@Test(arguments: [8, 32, 64, 100])
func `REG-4: a token is opaque and may have any length`(byteCount: Int) throws {
    var phone = try fresh()
    let token = try DeviceToken(bytes: [UInt8](repeating: 7, count: byteCount))
    _ = phone.device.beginRegistration(of: id)
    #expect(phone.device.setToken(token, of: id).first?.subject == .token(token))
    // The stored token is not shortened, either.
    #expect(phone.device.registrationPlan(of: id) == .have(token))
}

@Test func `REG-5: after a restore, every token is invalid and apps have to register again`() throws
{
    let voip = try PhoneFixture.token(2)
    var phone = try PhoneFixture(.foreground) { $0.tokens[.voip] = voip }
    try phone.take(Sample.alert)
    let outcome = try phone.perform(.restoreFromBackup)
    #expect(outcome.linkOrders == [.revoke([phone.token, voip], because: .restored)])
    #expect(outcome.reasons == ["REG-5"])
    #expect(try phone.app.tokens.isEmpty)
    #expect(try phone.app.delivered.isEmpty)
    #expect(try phone.app.authorization == .authorized)
    #expect(try phone.app.state == .terminated)
    #expect(phone.device.isLocked)
    #expect(try phone.decide(Sample.alert).reasons.first == "ARR-1")
    try phone.perform(.launch(bundleID: id))
    #expect(phone.device.beginRegistration(of: id) == .ask)
    let callbacks = phone.device.setToken(try PhoneFixture.token(9), of: id)
    #expect(callbacks.map(\.kind) == [.didRegister])
}

@Test(arguments: [true, false])
func `REG-6: an app that is installed again gets a new token, or by choice the old one`(
    isNew: Bool
) throws {
    var phone = try PhoneFixture()
    phone.device.choices.reinstallMakesNewToken = isNew
    let gone = try phone.perform(.uninstall(bundleID: id))
    #expect(gone.linkOrders == (isNew ? [.unregister(bundleID: id)] : []))
    let back = try phone.perform(.install(InstalledApp(bundleID: id, name: "Chat")))
    #expect(back.linkOrders == [.register(bundleID: id)])
    #expect(phone.device.registrationPlan(of: id) == (isNew ? .ask : .have(phone.token)))
}

@Test func `REG-8: a running app gets a changed token without registering again`() throws {
    var phone = try PhoneFixture(.foreground)
    let outcome = try phone.perform(.rotateToken(bundleID: id))
    #expect(outcome.linkOrders == [.revoke([phone.token], because: .replaced), .registerMissing])
    #expect(phone.device.missingTokens.map(\.bundleID) == [id])
    #expect(phone.device.missingTokens.map(\.family) == [.app])
    let token = try PhoneFixture.token(9)
    let callbacks = phone.device.setToken(token, of: id)
    #expect(callbacks.map(\.kind) == [.didRegister])
    #expect(callbacks.map(\.rule) == ["REG-8"])
    #expect(phone.device.missingTokens.isEmpty)
    #expect(phone.device.setToken(token, of: id).isEmpty)
}

@Test(arguments: [AppState.foreground, .suspended, .terminated])
func `REG-8: an app that registers by itself gets a changed token only while it has a process`(
    state: AppState
) throws {
    var phone = try PhoneFixture(state) { $0.registersForPush = false }
    try phone.perform(.rotateToken(bundleID: id))
    #expect(phone.device.missingTokens.map(\.family) == (state == .terminated ? [] : [.app]))
    let callbacks = phone.device.setToken(try PhoneFixture.token(9), of: id)
    #expect(callbacks.map(\.rule) == (state == .foreground ? ["REG-8"] : []))
    #expect(phone.device.missingTokens.isEmpty)
}

@Test(arguments: [
    (Device.Kind.phone, APNSEnvironment.production, APNSEnvironment.production),
    (.phone, .sandbox, .sandbox), (.simulator, .production, .sandbox),
])
func `REG-9, REG-14: the entitlement selects the environment; a Simulator uses the sandbox`(
    kind: Device.Kind, entitlement: APNSEnvironment, environment: APNSEnvironment
) throws {
    var phone = try PhoneFixture { $0.capabilities.environment = entitlement }
    phone.device.kind = kind
    #expect(phone.device.environment(of: id) == environment)
}

@Test func `REG-10: after the app has unregistered, the phone discards pushes to its token`() throws
{
    var phone = try PhoneFixture(.foreground)
    #expect(phone.device.unregister(id) == [.revoke([phone.token], because: .unregistered)])
    #expect(phone.device.unregister(id) == [])
    #expect(try phone.decide(Sample.alert).reasons.first == "ARR-1")
    #expect(phone.device.beginRegistration(of: id) == .ask)
}

@Test
func `REG-12: without a network, the callback of a registration runs when there is a network`()
    throws
{
    var phone = try fresh { $0.registersForPush = false }
    try phone.perform(.setOnline(false))
    #expect(phone.device.beginRegistration(of: id) == .wait)
    #expect(phone.device.missingTokens.isEmpty)
    let outcome = try phone.perform(.setOnline(true))
    #expect(outcome.linkOrders == [.setOnline(true), .registerMissing])
    #expect(phone.device.missingTokens.map(\.bundleID) == [id])
    #expect(phone.device.missingTokens.map(\.family) == [.app])
    #expect(phone.device.setToken(phone.token, of: id).map(\.kind) == [.didRegister])
}

@Test func `a network that blocks APNs makes the phone unreachable`() throws {
    var phone = try PhoneFixture()
    #expect(try phone.perform(.setAPNsBlocked(true)).linkOrders == [.setOnline(false)])
    #expect(try phone.perform(.setOnline(true)).linkOrders == [.setOnline(false)])
    #expect(
        try phone.perform(.setAPNsBlocked(false)).linkOrders
            == [.setOnline(true), .registerMissing])
}

@Test(arguments: Authorization.allCases)
func `REG-13: isRegistered depends on the token, not on the permission`(
    authorization: Authorization
) throws {
    var phone = try PhoneFixture(authorization: authorization)
    #expect(phone.device.isRegistered(id))
    _ = phone.device.unregister(id)
    #expect(!phone.device.isRegistered(id))
}

@Test func `REG-16: each token family has its own tokens and callbacks`() throws {
    var phone = try fresh { $0.tokenFamilies = TokenFamily.allCases }
    for (number, family) in TokenFamily.allCases.enumerated() {
        let token = try PhoneFixture.token(UInt8(100 + number))
        #expect(phone.device.beginRegistration(of: id, family: family) == .ask)
        let kinds = phone.device.setToken(token, of: id, family: family).map(\.kind)
        switch family {
        case .app: #expect(kinds == [.didRegister])
        case .voip: #expect(kinds == [.voipToken])
        default: #expect(kinds == [])
        }
        #expect(phone.device.registrationPlan(of: id, family: family) == .have(token))
    }
    #expect(Set(try phone.app.tokens.values).count == TokenFamily.allCases.count)
    #expect(phone.device.failRegistration(.offline, of: id, family: .voip).isEmpty)
}

@Test func `REG-16: a VoIP token needs the background mode`() throws {
    let phone = try fresh { $0.capabilities.voipBackgroundMode = false }
    #expect(
        phone.device.registrationPlan(of: id, family: .voip) == .fail(.missingBackgroundMode))
    #expect(phone.device.registrationPlan(of: "no.such") == .fail(.notInstalled))
}
