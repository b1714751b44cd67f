import UserNotifications

enum Reminders {
    static func schedule(at hour: Int) {
        let content = UNMutableNotificationContent()
        content.title = "Habits"
        content.body = "Time to tick something off"
        content.sound = .default
        var date = DateComponents()
        date.hour = hour
        let trigger = UNCalendarNotificationTrigger(dateMatching: date, repeats: true)
        let request = UNNotificationRequest(identifier: "daily", content: content, trigger: trigger)
        UNUserNotificationCenter.current().add(request)
    }
}
