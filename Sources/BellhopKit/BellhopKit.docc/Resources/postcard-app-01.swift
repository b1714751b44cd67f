import BellhopKit
import PostcardPush
import SwiftUI

@main
struct PostcardApp: App {
    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

    var body: some Scene {
        WindowGroup {
            PostcardView(push: delegate.push, mailbox: delegate.mailbox)
                .softAsk(delegate.push.permission)
                .onPushDestination(delegate.router) { delegate.mailbox.open($0) }
        }
    }
}
