// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import DeviceSimulator

private let wanted = [
    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
    "application(_:didReceiveRemoteNotification:)",
].compactMap { MethodName($0) }
private let others = Set(
    [
        "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
        "userNotificationCenter(_:didReceive:)", "userNotificationCenter(_:willPresent:)",
    ].compactMap { MethodName($0) } + wanted)

struct NearMissTests {
    private func find(_ methods: String...) throws -> NearMiss? {
        NearMiss.find(
            in: try methods.map { try #require(MethodName($0)) }, for: wanted, others: others)
    }

    @Test(arguments: [
        "application(_:didReceiveRemoteNotifications:fetchCompletionHandler:)",
        "application(_:didRecieveRemoteNotification:fetchCompletionHandler:)",
        "application(_:didReceiveRemoteNotification:completionHandler:)",
        "application(_:didReceiveRemoteNotification:fetchCompletion:)",
        "aplication(_:didReceiveRemoteNotification:)",
        "application(application:didReceiveRemoteNotification:)",
        "Application(_:DidReceiveRemoteNotification:fetchCompletionHandler:)",
        "application(_:didReceiveRemoteNotificationWithUserInfo:)",
    ])
    func `a misspelled name is found`(method: String) throws {
        #expect(
            try find("application(_:open:options:)", method, "refresh()")
                == NearMiss(name: method, hasApplesName: false))
    }

    @Test(arguments: [
        "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
        "application(_:didFinishLaunchingWithOptions:)", "application(_:open:options:)",
        "userNotificationCenter(_:didReceive:)", "refresh(_:didReceiveRemoteNotification:)",
        "application(_:)", "application()",
    ])
    func `an intended name is not reported`(method: String) throws {
        #expect(try find(method) == nil)
    }

    @Test func `the correct name with other types is found before a misspelled one`() throws {
        let found = try find(
            "application(_:didReceiveRemoteNotifications:)",
            "application(_:didReceiveRemoteNotification:)")
        #expect(
            found
                == NearMiss(
                    name: "application(_:didReceiveRemoteNotification:)", hasApplesName: true))
    }

    @Test func `of several misspelled names the nearest is reported`() throws {
        let near = "application(_:didReceiveRemoteNotifications:fetchCompletionHandler:)"
        let far = "application(_:didReceiveRemoteNotificationOfServer:then:)"
        #expect(try find(far, near)?.name == near)
    }

    @Test(
        arguments: [
            (
                "App.Delegate.application(_: UIKit.UIApplication, open: Foundation.URL) -> ()",
                "application(_:open:)"
            ),
            ("App.Delegate.refresh() async throws -> Swift.Int", "refresh()"),
            ("App.Delegate.add(Swift.Int, Swift.Int) -> Swift.Int", "add(_:_:)"),
            ("App.Delegate.(hidden in _5F1C)(on: Swift.Int) -> ()", "hidden(on:)"),
            ("App.(Delegate in _5F1C).tell(by: Swift.Int) -> ()", "tell(by:)"),
            ("(extension in Other):App.Delegate.more(now: Swift.Bool) -> ()", "more(now:)"),
            (
                "App.Delegate.get(_: [Swift.AnyHashable : Any], then: (A, B) -> ()) -> ()",
                "get(_:then:)"
            ),
            ("App.Delegate.run(_: () -> Swift.Array<A>, b: Swift.Int) -> ()", "run(_:b:)"),
            ("static App.Delegate.make() -> App.Delegate", nil),
            ("App.Delegate.count.getter : Swift.Int", nil), ("nominal type descriptor", nil),
            ("", nil), ("((((", nil), ("a.b.(c", nil),
        ] as [(String, String?)])
    func `a method's name is read from its symbol`(demangled: String, name: String?) {
        #expect(MethodName(demangled: demangled)?.description == name)
    }

    @Test(arguments: [
        ("", "", 0), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "", 3),
        ("recieve", "receive", 2),
    ])
    func `the edit distance is the number of changed letters`(a: String, b: String, distance: Int) {
        #expect(EditDistance.of(a, b) == distance)
        #expect(EditDistance.of(b, a) == distance)
    }
}

/// A class with methods that are found, but never called.
class MethodsToFind { func inherited(by other: Int) {} }
private final class PrivateMethodsToFind: MethodsToFind {
    func own(_ number: Int, of text: String) async throws -> [String: Int] { [:] }
    private func hidden() {}
}

extension PrivateMethodsToFind { fileprivate func extended(_ number: Int) {} }

#if os(Linux)
struct ProgramSymbolsTests {
    @Test func `the methods of a class, its extensions and its superclass are found`() {
        let names = Set(ProgramSymbols.methods(of: PrivateMethodsToFind()).map(\.description))
        #expect(
            names.isSuperset(of: ["own(_:of:)", "hidden()", "inherited(by:)", "extended(_:)"]),
            "\(names)")
    }

    @Test func `a program file that is truncated or has a changed header does not cause a trap`()
        throws
    {
        let program = try Data(
            contentsOf: URL(filePath: "/proc/self/exe"), options: .alwaysMapped)
        // The start of the file, with each byte of the ELF header changed to three other values.
        let head = Data(program.prefix(4096))
        for index in 0..<64 {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var changed = head
                changed[index] = value
                #expect(ELFStrings.symbols(withPrefix: "$s", in: changed).count < 10_000)
            }
        }
        for length in [0, 1, 5, 63, 64, 65, 1000] {
            #expect(ELFStrings.symbols(withPrefix: "$s", in: head.prefix(length)).isEmpty)
        }
    }
}
#endif
