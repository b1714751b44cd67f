// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import BellhopKit

/// Everything the app decides about its notifications.
public final class AppDelegate: PushAppDelegate {
    public let router = PushRouter<Route>()
    public let postcards = Postcards()

    override public func makeConfiguration() -> PushConfiguration {
        var push = PushConfiguration(backend: Shared.makeBackend(), appGroup: Shared.appGroup)
        push.router = router
        push.categories = [.postcards]
        push.refresh = RefreshPlan(taskID: "dev.bellhop.postcard.refresh")
        push.badge = .counted
        push.encryption = Shared.encryption
        // Each message once, whether it was pushed or fetched.
        push.onMessage = { [postcards] message in postcards.receive(message) }
        push.on(.thank) { [postcards] answer in postcards.thank(for: answer.message, answer.text) }
        return push
    }
}
