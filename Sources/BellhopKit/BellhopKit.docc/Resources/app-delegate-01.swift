public import BellhopKit

/// The app's settings for its notifications.
public final class AppDelegate: PushAppDelegate {
    public let router = PushRouter<Route>()

    override public func makeConfiguration() -> PushConfiguration {
        var push = PushConfiguration(backend: Shared.makeBackend(), appGroup: Shared.appGroup)
        push.router = router
        return push
    }
}
