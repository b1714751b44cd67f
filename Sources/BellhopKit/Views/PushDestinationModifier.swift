// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
public import SwiftUI

extension View {
    /// Pushes the screen of a tapped notification onto the navigation stack that contains this
    /// view, even when the tap started the app: the router stores the destination until this view
    /// exists (`LNK-3`).
    ///
    /// ```swift
    /// NavigationStack {
    ///     OrderList().pushDestination(push.router) { route in OrderView(route) }
    /// }
    /// ```
    public func pushDestination<Route: PushRoute, Destination: View>(
        _ router: PushRouter<Route>,
        @ViewBuilder destination: @escaping (Route) -> Destination
    ) -> some View {
        modifier(PushDestinationModifier(router: router, destination: destination))
    }

    /// Calls a closure with the destination of each tapped notification, for apps that navigate in
    /// another way, for instance by switching to a tab and then setting its path.
    public func onPushDestination<Route: PushRoute>(
        _ router: PushRouter<Route>, perform action: @escaping (Route) -> Void
    ) -> some View {
        onChange(of: router.pending, initial: true) {
            if let route = router.take() { action(route) }
        }
    }
}

private struct PushDestinationModifier<Route: PushRoute, Destination: View>: ViewModifier {
    let destination: (Route) -> Destination
    @State private var model: PushDestinationModel<Route>

    init(
        router: PushRouter<Route>,
        @ViewBuilder destination: @escaping (Route) -> Destination
    ) {
        self.destination = destination
        _model = State(wrappedValue: PushDestinationModel(router))
    }

    func body(content: Content) -> some View {
        @Bindable var model = model
        content
            .navigationDestination(item: $model.shown, destination: destination)
            .onChange(of: model.pending, initial: true) { model.update() }
    }
}
#endif
