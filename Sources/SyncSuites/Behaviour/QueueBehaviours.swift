/// What guides say queues do.
enum QueueBehaviours {
  static let all: [Behaviour] = QueueCallers.all + QueueOrders.all + QueueThreads.all
}
