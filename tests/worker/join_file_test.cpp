#include "worker/join_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace tengen::worker {
namespace {

class JoinFiles : public testing::Test {
 protected:
  JoinFiles() : directory_(testing::TempDir() + "join_file_" + std::to_string(getpid())) {
    std::filesystem::create_directory(directory_);
  }
  ~JoinFiles() override { std::filesystem::remove_all(directory_); }

  [[nodiscard]] std::string path() const { return join_file_in(directory_); }
  [[nodiscard]] std::string text() const {
    std::ifstream stream(path());
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  void write(const std::string& text) const { std::ofstream(path()) << text; }

  const std::string directory_;
  const JoinFile file_{"0.1.0",  7, "some host", 42, "10.0.0.1", 4711, std::string(kSecretBytes, 5),
                       "gomoku", 19};
};

TEST_F(JoinFiles, ComeBackAsTheyWereWritten) {
  ASSERT_TRUE(write_join_file(path(), file_).ok());
  for (const std::string& name : {path(), directory_}) {
    const Result<JoinFile> read = read_join_file(name);
    ASSERT_TRUE(read.ok()) << read.status().message();
    EXPECT_EQ(read.value().version, "0.1.0");
    EXPECT_EQ(read.value().run, 7U);
    EXPECT_EQ(read.value().host, "some host");
    EXPECT_EQ(read.value().process_id, 42);
    EXPECT_EQ(read.value().address, "10.0.0.1");
    EXPECT_EQ(read.value().port, 4711);
    EXPECT_EQ(read.value().secret, file_.secret);
    EXPECT_EQ(read.value().rules, "gomoku");
    EXPECT_EQ(read.value().size, 19);
  }
}

TEST_F(JoinFiles, AreForTheirOwnerAlone) {
  ASSERT_TRUE(write_join_file(path(), file_).ok());
  struct stat status {};
  ASSERT_EQ(stat(path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
}

TEST_F(JoinFiles, ThatAreMissingAreNamed) {
  const Result<JoinFile> read = read_join_file(directory_);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.status().code(), StatusCode::kNotFound);
  EXPECT_NE(read.status().message().find(path()), std::string::npos);
}

TEST_F(JoinFiles, ThatAreCutOrAbsurdAreRefused) {
  ASSERT_TRUE(write_join_file(path(), file_).ok());
  const std::string good = text();
  for (std::size_t length = 0; length + 2 < good.size(); ++length) {
    write(good.substr(0, length));
    EXPECT_FALSE(read_join_file(path()).ok()) << length;
  }
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = good;
    changed.replace(changed.find(from), from.size(), to);
    return changed;
  };
  for (const std::string& bad :
       {with("4711", "65536"), with("4711", "0"), with("4711", "-1"), with("4711", "\"4711\""),
        with("\"size\": 19", "\"size\": \"19\""), with("0505", "05"), with("0505", "0g05"),
        with("\"run\": 7", "\"run\": 4294967296"), std::string("[]"), std::string(100'000, '[')}) {
    write(bad);
    const Result<JoinFile> read = read_join_file(path());
    ASSERT_FALSE(read.ok()) << bad.substr(0, 200);
    EXPECT_EQ(read.status().code(), StatusCode::kCorruption);
  }
}

}  // namespace
}  // namespace tengen::worker
