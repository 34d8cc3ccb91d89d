// What comes over the port and goes out, decoded and counted.
#include "coordinator/mailbox.h"

#include <gtest/gtest.h>

#include "tests/coordinator/scripted_port.h"

namespace tengen::coordinator {
namespace {

using test::ScriptedPort;

TEST(Mailbox, SaysWhatWasSaidByWhom) {
  ScriptedPort port(3);
  Mailbox mailbox(port);
  EXPECT_FALSE(mailbox.receive().has_value());
  port.coming.push_back({2, worker::encode(worker::Bye{"out of memory"})});
  const std::optional<Mail> mail = mailbox.receive();
  ASSERT_TRUE(mail && mail->message && mail->message->ok());
  EXPECT_EQ(mail->source, 2);
  EXPECT_EQ(std::get<worker::Bye>(mail->message->value()).fault, "out of memory");
}

TEST(Mailbox, TellsAnEndFromNonsense) {
  ScriptedPort port(3);
  Mailbox mailbox(port);
  port.coming.push_back({1, "", true});
  port.coming.push_back({1, "", true, "a frame that was changed on its way"});
  port.coming.push_back({2, "TGN?"});
  EXPECT_FALSE(mailbox.receive()->message.has_value());
  const std::optional<Mail> fault = mailbox.receive();
  ASSERT_TRUE(fault->message.has_value());
  EXPECT_EQ(fault->message->status().message(), "a frame that was changed on its way");
  const std::optional<Mail> nonsense = mailbox.receive();
  ASSERT_TRUE(nonsense->message.has_value());
  EXPECT_FALSE(nonsense->message->ok());
}

TEST(Mailbox, CountsBothWays) {
  ScriptedPort port(2);
  Mailbox mailbox(port);
  mailbox.send(1, worker::KeepAlive{});
  mailbox.send(1, worker::Cancel{7});
  port.coming.push_back({1, worker::encode(worker::Bye{})});
  (void)mailbox.receive();
  ASSERT_EQ(port.sent.size(), 2U);
  const Traffic traffic = mailbox.traffic();
  EXPECT_EQ(traffic.sent_messages, 2U);
  EXPECT_EQ(traffic.sent_bytes, port.sent[0].second.size() + port.sent[1].second.size());
  EXPECT_EQ(traffic.received_messages, 1U);
  EXPECT_EQ(traffic.received_bytes, worker::encode(worker::Bye{}).size());
}

}  // namespace
}  // namespace tengen::coordinator
