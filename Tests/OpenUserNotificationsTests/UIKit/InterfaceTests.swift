// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Foundation
import OpenUserNotifications
import Testing

@MainActor
@Test func `a window that was made key is the key window, but is not retained`() async throws {
    let test = try await AppUnderTest()
    await test.app.run {
        let first = UIWindow(frame: UIScreen.main.bounds)
        first.makeKeyAndVisible()
        #expect(UIApplication.shared.keyWindow === first)
        #expect(UIApplication.shared.windows.map { $0 === first } == [true])
        #expect(first.bounds.size == UIScreen.main.bounds.size)
    }
    #expect(test.app.application.keyWindow == nil, "nothing retains the window")
}

@MainActor
@Test func `each app has a pasteboard of its own`() async throws {
    let (one, other) = (try await AppUnderTest(), try await AppUnderTest())
    await one.app.run { UIPasteboard.general.string = "token" }
    await one.app.run { #expect(UIPasteboard.general.string == "token") }
    await other.app.run { #expect(!UIPasteboard.general.hasStrings) }
}

@MainActor
@Test func `three URL constants open the settings`() async throws {
    let test = try await AppUnderTest()
    for name in [
        UIApplication.openSettingsURLString, UIApplication.openNotificationSettingsURLString,
        UIApplicationOpenNotificationSettingsURLString,
    ] {
        #expect(await test.app.application.open(try #require(URL(string: name))))
    }
    #expect(
        test.app.services.openedURLs.map(\.scheme) == Array(repeating: "app-settings", count: 3))
}

@MainActor
@Test func `a child view controller knows its parent`() {
    let (outer, inner) = (UIViewController(), UIViewController())
    outer.addChild(inner)
    #expect(inner.parent === outer)
    let stack = UINavigationController(rootViewController: outer)
    #expect(inner.navigationController === stack)
    inner.removeFromParent()
    #expect(outer.children.isEmpty)
    #expect(inner.navigationController == nil)
}

@MainActor
@Test func `a presented controller is removed by its own dismissal`() {
    let (below, above) = (
        UIViewController(), UIAlertController(title: "?", message: nil, preferredStyle: .alert)
    )
    below.present(above, animated: true)
    #expect(above.presentingViewController === below)
    above.dismiss(animated: true)
    #expect(below.presentedViewController == nil)
}

@MainActor
@Test func `constraints are active after their activation`() {
    let view = UIView(frame: .zero)
    let constraint = view.widthAnchor.constraint(equalToConstant: 10)
    #expect(!constraint.isActive)
    NSLayoutConstraint.activate([constraint])
    #expect(constraint.isActive && constraint.constant == 10)
}

@MainActor
@Test func `changes in an animation are applied`() {
    let view = UIView(frame: .zero)
    var isDone = false
    UIView.animate(withDuration: 1, animations: { view.alpha = 0 }) { isDone = $0 }
    #expect(view.alpha == 0 && isDone)
}

@Test func `published values and posted notifications reach a sink`() {
    final class Model: ObservableObject {
        @Published var count = 1
    }
    let model = Model()
    var seen: [Int] = []
    let counts = model.$count.map { $0 * 10 }.removeDuplicates().sink { seen.append($0) }
    model.count = 1
    model.count = 2
    counts.cancel()
    model.count = 3
    #expect(seen == [10, 20])
    let name = Notification.Name("sink-\(UUID())")
    var posted = 0
    var kept: Set<AnyCancellable> = []
    NotificationCenter.default.publisher(for: name).sink { _ in posted += 1 }.store(in: &kept)
    NotificationCenter.default.post(name: name, object: nil)
    kept = []
    NotificationCenter.default.post(name: name, object: nil)
    #expect(posted == 1)
}
