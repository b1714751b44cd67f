import CoreLocation
import UserNotifications

func remind(at place: CLLocationCoordinate2D) async throws {
    let region = CLCircularRegion(center: place, radius: 100, identifier: "walk")
    region.notifyOnEntry = true
    let content = UNMutableNotificationContent()
    content.title = "A walk begins here"
    let trigger = UNLocationNotificationTrigger(region: region, repeats: false)
    try await UNUserNotificationCenter.current().add(
        UNNotificationRequest(identifier: "walk", content: content, trigger: trigger))
}
