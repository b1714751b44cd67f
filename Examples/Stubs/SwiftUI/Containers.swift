// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import OpenUserNotifications

extension ForEach {
    public func onDelete(perform action: ((IndexSet) -> Void)?) -> some View { EmptyView() }
}

extension NavigationLink {
    public init<Value: Hashable>(value: Value?, @ViewBuilder label: () -> Label) {
        self.init(destination: EmptyView(), label: label)
    }
}
