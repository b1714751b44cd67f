public import BellhopKit

/// The app's settings for its notifications.
public final class AppDelegate: PushAppDelegate {
    public let router = PushRouter<Route>()
    public let mailbox = Mailbox()

    override public func makeConfiguration() -> PushConfiguration {
        var push = PushConfiguration(backend: Shared.makeBackend(), appGroup: Shared.appGroup)
        push.router = router
        push.categories = [.letters]
        push.refresh = RefreshPlan(taskID: "dev.bellhop.postcard.refresh")
        push.badge = .counted
        push.encryption = Shared.encryption
        // The handler is called once for each message, whether it was pushed or fetched.
        push.onMessage = { [mailbox] message in mailbox.receive(message) }
        push.on(.thank) { [mailbox] response in
            mailbox.thank(for: response.message, response.text)
        }
        return push
    }
}
